import { Logger } from '@nestjs/common';
import { deadline, isTimeout } from '../core/deadline';
import { ToolError } from '../core/errors';
import type { Usage } from '../core/model';
import { addUsage } from '../core/run';
import type { InvokeContext, ToolCall, ToolContext, ToolResult } from '../core/tool';
import { observationOf } from './observation-text';
import type { RegisteredTool } from './registered-tool';
import { stackOf, thrownText } from './thrown-text';
import { TOOL_SENTENCES, type ToolSentences } from './tool-sentences';

type Ending = { readonly value: unknown } | { readonly thrown: unknown } | 'aborted';

const logger = new Logger('Tool');

/**
 * Runs one validated call under its own timer. Never rejects, and returns when the signal aborts even if the tool does not: what
 * becomes of the tool after that is only logged.
 */
export async function invokeTool(
  tool: RegisteredTool,
  call: ToolCall,
  input: object,
  context: InvokeContext,
  maxChars: number,
): Promise<ToolResult> {
  const say = TOOL_SENTENCES[context.run.language];
  const { maxMs = Infinity } = context;
  if (context.signal.aborted || maxMs <= 0)
    return { observation: observationOf(false, say.notStarted(tool.spec.name), maxChars, say) };
  const timer = deadline(context.signal, Math.min(tool.timeoutMs, maxMs));
  let usage: Usage | undefined;
  const toolContext = toolContextOf(call, context, timer.signal, (used) => {
    usage = usage ? addUsage(usage, used) : used;
  });
  try {
    const ending = await endingOf(tool, call, input, toolContext);
    const observation =
      ending === 'aborted'
        ? observationOf(false, abortText(tool, context, timer.signal, say), maxChars, say)
        : 'value' in ending
          ? observationOf(true, ending.value, maxChars, say)
          : observationOf(false, failureText(tool, call, ending.thrown, say), maxChars, say);
    return { observation, ...(usage && { usage }) };
  } catch (error) {
    return { observation: observationOf(false, failureText(tool, call, error, say), maxChars, say) };
  } finally {
    timer.dispose();
  }
}

/** Whichever comes first: the tool's end or the signal. */
async function endingOf(tool: RegisteredTool, call: ToolCall, input: object, context: ToolContext): Promise<Ending> {
  const { signal } = context;
  const work = Promise.resolve()
    .then(() => tool.handler.execute(input, context))
    .then(
      (value): Ending => ({ value }),
      (thrown: unknown): Ending => {
        if (!signal.aborted) return { thrown };
        logLate(tool, call, thrown, signal);
        return 'aborted';
      },
    );
  let stopWaiting = (): void => undefined;
  const aborted = new Promise<Ending>((resolve) => {
    stopWaiting = () => resolve('aborted');
    signal.addEventListener('abort', stopWaiting, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stopWaiting);
  }
}

function toolContextOf(
  call: ToolCall,
  context: InvokeContext,
  signal: AbortSignal,
  used: (usage: Usage) => void,
): ToolContext {
  const { run, idempotencyKey, timeZone } = context;
  return {
    runId: run.id,
    callId: call.id,
    agent: run.agent,
    tenant: run.tenant,
    ...(run.askedBy !== undefined && { askedBy: run.askedBy }),
    language: run.language,
    idempotencyKey,
    signal,
    now: () => context.now(),
    timeZone,
    complete: async (messages) => {
      signal.throwIfAborted();
      const { text, usage } = await context.complete(messages, signal);
      used(usage);
      return text;
    },
  };
}

function abortText(
  { spec, options, timeoutMs }: RegisteredTool,
  { signal: runSignal, maxMs }: InvokeContext,
  signal: AbortSignal,
  say: ToolSentences,
): string {
  const cancelled = runSignal.aborted && !isTimeout(runSignal);
  const outOfTime = runSignal.aborted || (isTimeout(signal) && maxMs !== undefined && maxMs < timeoutMs);
  const reason = cancelled
    ? say.cancelled(spec.name)
    : outOfTime
      ? say.outOfTime(spec.name)
      : say.timedOut(spec.name, timeoutMs);
  return options.effect === 'write' ? `${reason} ${say.effectUnknown}` : reason;
}

/** A ToolError is worded for the model. Anything else is a fault of the tool: its message is shown, its stack is logged. */
function failureText(tool: RegisteredTool, call: ToolCall, thrown: unknown, say: ToolSentences): string {
  const { name } = tool.spec;
  if (isToolError(thrown)) return thrown.message;
  const message = thrownText(thrown) ?? say.noReason;
  logger.warn(`Tool "${name}" failed in call ${call.id}: ${message}`, stackOf(thrown));
  const text = say.failed(name, message);
  return tool.options.effect === 'write' ? `${text} ${say.effectUnknown}` : text;
}

/** Nobody waits any more, and an unhandled rejection would end the process. To stop when told to is no fault. */
function logLate(tool: RegisteredTool, call: ToolCall, thrown: unknown, signal: AbortSignal): void {
  if (thrown === signal.reason) return;
  logger.warn(
    `Tool "${tool.spec.name}" failed in call ${call.id} after it was stopped: ${thrownText(thrown) ?? 'no reason'}`,
  );
}

const isToolError = (thrown: unknown): thrown is ToolError => {
  try {
    return thrown instanceof ToolError;
  } catch {
    return false; // a proxy may throw when it is asked for its class
  }
};
