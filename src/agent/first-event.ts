import type { Message } from '../core/model';
import type { RunEvent } from '../core/run-event';
import type { AgentOptions } from './agent-options';
import { clamped, type RegisteredAgent } from './agent-registry';
import { asStored } from './as-stored';
import { DEFAULT_TENANT, type AskRequest } from './ask-request';

export interface FirstEventParts {
  readonly agent: RegisteredAgent;
  readonly protocol: string;
  readonly history: readonly Message[];
  /** The first of them that comes after untrusted text. */
  readonly untrustedFrom?: number | undefined;
  /** Name of the model that answers. */
  readonly model: string;
  readonly options: AgentOptions;
}

/** What was asked, of whom and within which limits: all that a run needs to be moved by any process. */
export function firstEvent(runId: string, request: AskRequest, parts: FirstEventParts): RunEvent {
  const { conversationId, askedBy, requestKey } = request;
  const { definition, limits } = parts.agent;
  const { clock, timeZone, limits: most } = parts.options;
  return asStored<RunEvent>({
    runId,
    seq: 1,
    at: Date.now(),
    type: 'run.started',
    tenant: request.tenant ?? DEFAULT_TENANT,
    ...(askedBy !== undefined && { askedBy }),
    agent: definition.name,
    model: parts.model,
    protocol: parts.protocol,
    language: definition.language ?? 'en',
    question: request.question,
    history: [...parts.history],
    ...(parts.untrustedFrom !== undefined && { untrustedFrom: parts.untrustedFrom }),
    limits: clamped({ ...limits, ...request.limits }, most),
    ...(clock !== undefined && { clock }),
    timeZone,
    ...(conversationId !== undefined && { conversationId }),
    ...(requestKey && { request: requestKey }),
  });
}
