/** What users test their agents with: `import { startModelServer, thinksThenActs } from 'nest-react-agent/testing'`. */
export { startModelServer, type ModelServer, type ModelServerOptions } from './model-server';
export type { RecordedRequest } from './recorded-request';
export {
  answers,
  BAD_BODIES,
  calls,
  cutAtLength,
  echoesKey,
  endlessLine,
  endsWithoutFinish,
  failsInStream,
  fallsSilent,
  hugeReply,
  invalidUtf8,
  rateLimited,
  raw,
  reasons,
  refuses,
  refusesField,
  resets,
  says,
  spelled,
  thinksThenActs,
} from './replies';
export type { FaultTurn, ModelScript, ReplyTurn, ScriptedCall, ScriptItem, Stage, Turn, WireOddities } from './turns';
