import { ReActAgentService, ScriptedModel, type ReActAgentOptions, type ReActResult } from '../../src';
import type { ScriptedReply } from '../../src/models/scripted.model';
import { shop, type Doings } from './tools-of-a-shop';

export const agents = [{ name: 'clerk', instructions: 'You sell.', tools: ['look', 'pay', 'search', 'note'] }];
export const native = (...calls: [string, string][]): ScriptedReply => ({
  calls: calls.map(([name, order]) => ({ name, input: { order } })),
});

interface Given extends Partial<ReActAgentOptions> {
  doings?: Partial<Doings>;
}

/** An app whose model does as the script says, and what was noted and paid. */
export async function clerk(replies: ScriptedReply[], { doings, ...options }: Given = {}) {
  const done: string[] = [];
  const doing = (what: string) => (order: string) => {
    done.push(`${what} ${order}`);
    return `${order}: ${what}`;
  };
  const app = await shop(
    new ScriptedModel(replies),
    { agents, approvals: {}, ...options },
    { note: doing('note'), pay: doing('pay'), ...doings },
  );
  const service = app.get(ReActAgentService);
  const decide = async ({ runId, pendingApprovals }: ReActResult, decision: object): Promise<ReActResult> => {
    const call = { runId, callId: pendingApprovals[0]!.callId, by: 'Li' };
    const { ended } = await service.decide(call, decision as { approved: boolean });
    await ended;
    return service.result(runId);
  };
  return {
    app,
    done,
    service,
    decide,
    ask: (conversationId?: string) => service.ask({ question: 'q', ...(conversationId && { conversationId }) }),
  };
}
