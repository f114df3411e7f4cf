import { bitmallTables } from '../../src/demos/bitmall/bitmall.tables';
import { replenishmentTables } from '../../src/demos/replenishment/replenishment.tables';
import { ReActAgentService, type ApprovalDecision } from '../../src/index';
import { openDemos, type OpenDemos } from './all-demos';
import { recording, type Recording } from './recording';

interface Paused {
  readonly agent: string;
  readonly question: string;
  /** What a person decides, by the ending of the log's name. */
  readonly decisions: Readonly<Record<string, ApprovalDecision>>;
  /** Takes back what an approved call has written, for the next decision. */
  undo(demos: OpenDemos): Promise<unknown>;
}

const PAUSED: Readonly<Record<string, Paused>> = {
  'bitmall-refund': {
    agent: 'bitmall',
    question: '我上周买的扫地机不回充了，修不好我想退。订单号 88231。',
    decisions: {
      rejected: { approved: false, comment: '请先联系顾客' },
      approved: { approved: true },
      edited: { approved: true, input: { orderId: '88231', reason: '充电故障' }, comment: '写简短一点' },
    },
    undo: ({ database }) =>
      bitmallTables(database).deleteFrom('bitmall_refunds').where('order_id', '=', '88231').execute(),
  },
  'replenishment-plan': {
    agent: 'replenishment',
    question: '帮我审批下补货计划单，单号是 BH001',
    decisions: {
      rejected: { approved: false, comment: '库存还够' },
      edited: { approved: true, input: { orderCode: 'BH002' } },
    },
    undo: ({ database }) =>
      replenishmentTables(database)
        .updateTable('replenishment_plans')
        .set({ status: '待审批', approved_at: null, approval_key: null })
        .where('order_code', 'in', ['BH001', 'BH002'])
        .execute(),
  },
};

/** Writes that wait for a person, and what becomes of them. */
export async function approvalRecordings(protocol: string): Promise<Recording[]> {
  const demos = await openDemos(protocol, undefined, {});
  const service = demos.app.get(ReActAgentService);
  const recordings: Recording[] = [];
  for (const [situation, { agent, question, decisions, undo }] of Object.entries(PAUSED)) {
    for (const [name, decision] of Object.entries(decisions)) {
      const { runId, pendingApprovals } = await service.ask({ agent, question });
      const callId = pendingApprovals[0]!.callId;
      if (name === 'rejected')
        recordings.push(recording(`${situation}-waiting.${protocol}`, await service.events(runId)));
      await (
        await service.decide({ runId, callId, by: 'operator' }, decision)
      ).ended;
      recordings.push(recording(`${situation}-${name}.${protocol}`, await service.events(runId)));
      await undo(demos);
    }
  }
  await demos.close();
  return recordings;
}
