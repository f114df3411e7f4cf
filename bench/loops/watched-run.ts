import type { INestApplicationContext } from '@nestjs/common';
import { AgentRegistry } from '../../src/agent/agent-registry';
import { OutputParser } from '../../src/agent/output-parser';
import { PromptBuilder } from '../../src/agent/prompt-builder';
import { MODEL, RUN_STORE } from '../../src/agent/tokens';
import type { Model } from '../../src/core/model';
import { apply } from '../../src/core/run';
import { runAgent, type AgentParts } from '../../src/core/run-agent';
import type { RunEvent } from '../../src/core/run-event';
import type { RunStore } from '../../src/core/run-store';
import { policiesFrom } from '../../src/policies';
import { AGENT, QUESTION } from '../scenario';

/**
 * Pulls the loop as a surface that shows previews does: facts are stored before the model is asked, previews pass by. Gives the
 * ms to the first preview of the answer.
 */
export function watchedRunOf(app: INestApplicationContext): () => Promise<number> {
  const store = app.get<RunStore>(RUN_STORE);
  const { definition, tools, protocol: name, limits } = app.get(AgentRegistry).get(AGENT);
  const protocol = app.get(OutputParser).protocol(name);
  const prompts = app.get(PromptBuilder);
  const parts: AgentParts = {
    model: app.get<Model>(MODEL),
    tools,
    policies: policiesFrom(limits),
    protocol: () => protocol.name,
    prompt: (run) => prompts.build(run, definition, protocol, tools.specs),
    parse: (reply) => protocol.parse(reply, tools.specs),
    splitter: () => protocol.splitter(tools.specs),
    now: Date.now,
    toolNow: Date.now,
  };
  let runs = 0;
  return async () => {
    const startedAt = performance.now();
    let firstAt: number | undefined;
    const first = startOf(`watched-${++runs}`, limits);
    let run = apply(undefined, first);
    let pending: RunEvent[] = [first];
    for await (const event of runAgent(run, parts, new AbortController().signal)) {
      if (event.type === 'text.delta') {
        if (event.channel === 'answer') firstAt ??= performance.now();
        continue;
      }
      run = apply(run, event);
      pending.push(event);
      if (event.type !== 'step.started' && event.type !== 'run.finished') continue;
      await store.append(pending, run);
      pending = [];
    }
    if (firstAt === undefined) throw new Error(`There was no answer: ${JSON.stringify(run.outcome)}`);
    return firstAt - startedAt;
  };
}

type Started = Extract<RunEvent, { type: 'run.started' }>;

const startOf = (runId: string, limits: Started['limits']): Started => ({
  runId,
  seq: 1,
  at: Date.now(),
  type: 'run.started',
  tenant: 'default',
  agent: AGENT,
  model: 'bench',
  protocol: 'text',
  language: 'en',
  question: QUESTION,
  history: [],
  limits,
  timeZone: 'UTC',
});
