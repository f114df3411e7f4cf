import { argumentsOf, callPieces, wholeCalls } from './wire-calls';
import type { ReplyTurn } from './turns';

type Json = Record<string, unknown>;

/** The plain JSON body of a reply. */
export function plainBody(turn: ReplyTurn, model: string): Json {
  const { text, refusal, calls, wire } = turn;
  const message: Json = { role: 'assistant', content: text ?? null, ...reasoningOf(turn) };
  if (refusal !== undefined) message.refusal = refusal;
  if (calls && wire?.functionCall) message.function_call = { name: calls[0]?.name, arguments: argumentsOf(calls[0]) };
  else if (calls) message.tool_calls = wholeCalls(calls, wire);
  const { usage } = usageIn(turn);
  const inChoice = wire?.usage === 'in-choice' && { usage };
  return {
    id: 'chatcmpl-scripted',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message, finish_reason: finishOf(turn), ...inChoice }],
    ...(wire?.usage === 'null' ? { usage: null } : wire?.usage !== 'none' && !inChoice && { usage }),
  };
}

/** The events of a streamed reply, `[DONE]` and comments included, as bytes-to-be. */
export function streamEvents(turn: ReplyTurn, model: string): string[] {
  const { wire = {}, text = '', calls = [], reasoning, refusal } = turn;
  const field = wire.reasoningField ?? 'reasoning_content';
  const deltas: Json[] = [
    { role: 'assistant', content: '' },
    ...pieces(reasoning ?? '', wire.pieceChars).map((piece) => ({ [field]: piece })),
    ...pieces(text, wire.pieceChars).map((content) => ({ content })),
    ...(refusal === undefined ? [] : [{ refusal }]),
    ...callPieces(calls, wire),
  ];
  const each = wire.usage === 'every' ? usageIn(turn) : wire.usage === 'null' ? { usage: null } : {};
  const chunk = (choices: Json[], more: Json = each): string =>
    JSON.stringify({ id: 'chatcmpl-scripted', object: 'chat.completion.chunk', created: 1, model, choices, ...more });

  const events = deltas.map((delta) => chunk([{ index: 0, delta, finish_reason: null }]));
  if (finishOf(turn) !== null) {
    const usage = wire.usage === 'in-choice' ? usageIn(turn) : {};
    events.push(chunk([{ index: 0, delta: {}, finish_reason: finishOf(turn), ...usage }]));
    if ((wire.usage ?? 'last') === 'last') events.push(chunk([], usageIn(turn)));
  }
  if (!wire.noDone) events.push('[DONE]');
  return spelledEvents(events, turn);
}

function spelledEvents(events: readonly string[], { wire = {} }: ReplyTurn): string[] {
  const end = wire.newline ?? '\n';
  const data = wire.noSpace ? 'data:' : 'data: ';
  return events.map((event, order) => {
    const comment = wire.comments ? `: keep-alive ${order}${end}${end}${data}${end}${end}` : '';
    return `${comment}${data}${event}${end}${end}`;
  });
}

const finishOf = ({ finishReason, calls }: ReplyTurn): string | null =>
  finishReason !== undefined ? finishReason : calls && calls.length > 0 ? 'tool_calls' : 'stop';

const reasoningOf = ({ reasoning, wire }: ReplyTurn): Json =>
  reasoning === undefined ? {} : { [wire?.reasoningField ?? 'reasoning_content']: reasoning };

function usageIn({ usage = { inputTokens: 10, outputTokens: 5 } }: ReplyTurn): { usage: Json } {
  return {
    usage: {
      prompt_tokens: usage.inputTokens,
      completion_tokens: usage.outputTokens,
      total_tokens: usage.inputTokens + usage.outputTokens,
      prompt_tokens_details: { cached_tokens: usage.cachedInputTokens ?? 0 },
    },
  };
}

/** Cut by UTF-16 units, so that a pair may come in two chunks, as it does from some servers. */
function pieces(text: string, size = 8): string[] {
  const list: string[] = [];
  for (let at = 0; at < text.length; at += size) list.push(text.slice(at, at + size));
  return list;
}
