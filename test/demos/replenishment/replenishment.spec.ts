import { replenishmentDemo } from '../../../src/demos/replenishment/replenishment.demo';
import { ReplenishmentPlans } from '../../../src/demos/replenishment/replenishment-plans';
import { replenishmentTables, type ReplenishmentDatabase } from '../../../src/demos/replenishment/replenishment.tables';
import { PROTOCOLS, ToolError } from '../../../src/index';
import { deeds, openDemo, type OpenDemo } from '../open-demo';

const QUERY = '查询补货计划单详情';
const APPROVE = '审批补货计划单';
const FIRST = '帮我审批下补货计划单';
const SECOND = '单号是：BH001';

const statusesIn = async (tables: ReplenishmentDatabase): Promise<string[]> => {
  const rows = await tables.selectFrom('replenishment_plans').selectAll().orderBy('order_code').execute();
  return rows.map(({ status }) => status);
};
const SEEDED = ['待审批', '待审批', '已审批', '已驳回'];

describe('approving replenishment plans, offline', () => {
  let demo: OpenDemo;
  let tables: ReplenishmentDatabase;
  beforeEach(async () => {
    demo = await openDemo(replenishmentDemo);
    tables = replenishmentTables(demo.database);
  });
  afterEach(() => demo.close());

  it.each([...PROTOCOLS.keys()])('in %s: asks for the code, approves, and does not approve again', async (protocol) => {
    const other = await openDemo(replenishmentDemo, { protocol });
    const rows = replenishmentTables(other.database);
    const more = { conversationId: 'c1' };
    const first = await other.ask(FIRST, more);
    expect([first.protocol, deeds(first), first.finalAnswer]).toEqual([
      protocol,
      [],
      expect.stringMatching(/请提供补货计划单的单号。$/),
    ]);
    const second = await other.ask(SECOND, more);
    expect(deeds(second)).toEqual([`${QUERY}: BH001`, `${APPROVE}: BH001`]);
    expect(second.finalAnswer).toBe('补货计划单 BH001 审批成功，现在的状态是“已审批”。');
    const row = await rows
      .selectFrom('replenishment_plans')
      .selectAll()
      .where('order_code', '=', 'BH001')
      .executeTakeFirst();
    expect(row).toMatchObject({
      status: '已审批',
      approved_at: '2026-06-30T11:05:23.000Z',
      approval_key: `${second.runId}:${second.steps[1]?.callId}`,
    });
    for (const again of ['再审批一次 BH001', '再审批一次', '审批BH003']) {
      const third = await other.ask(again, more);
      expect(deeds(third)).toEqual([`${QUERY}: ${again.includes('BH003') ? 'BH003' : 'BH001'}`]);
      expect(third.finalAnswer).toMatch(/现在的状态是“已审批”，不允许审批，我没有做任何修改/);
    }
    expect(
      await rows.selectFrom('replenishment_plans').selectAll().where('order_code', '=', 'BH001').executeTakeFirst(),
    ).toEqual(row);
    await other.close();
  });

  it('the same words in another conversation know nothing of this one', async () => {
    await demo.ask(FIRST, { conversationId: 'a' });
    const other = await demo.ask(SECOND, { conversationId: 'b' });
    expect(deeds(other)).toEqual([`${QUERY}: BH001`]);
    expect(await statusesIn(tables)).toEqual(SEEDED);
  });

  it('steps and answers follow the rows', async () => {
    await tables
      .updateTable('replenishment_plans')
      .set({ status: '已冻结' })
      .where('order_code', '=', 'BH001')
      .execute();
    await tables
      .updateTable('replenishment_plans')
      .set({ status: '待审批' })
      .where('order_code', '=', 'BH004')
      .execute();
    expect((await demo.ask('审批 BH001')).finalAnswer).toContain('“已冻结”，不允许审批');
    expect(deeds(await demo.ask('审批 BH004'))).toEqual([`${QUERY}: BH004`, `${APPROVE}: BH004`]);
  });

  it('of several plans those are approved that may be', async () => {
    const result = await demo.ask('把 BH001、BH003 和 BH002 都审批了，还有BH999');
    expect(new Set(deeds(result).slice(4))).toEqual(new Set([`${APPROVE}: BH001`, `${APPROVE}: BH002`]));
    expect(result.finalAnswer).toMatch(
      /BH001 审批成功[^]*BH002 审批成功[^]*BH003 .*不允许审批[^]*没有找到补货计划单 BH999/,
    );
    expect(await statusesIn(tables)).toEqual(['已审批', '已审批', '已审批', '已驳回']);
  });

  it('a question whether it may be approved is answered, and approved only after a yes', async () => {
    const more = { conversationId: 'c1' };
    const first = await demo.ask('BH002 能审批吗？', more);
    expect([deeds(first), first.finalAnswer]).toEqual([
      [`${QUERY}: BH002`],
      expect.stringMatching(/可以审批。需要我现在审批吗？$/),
    ]);
    expect(await statusesIn(tables)).toEqual(SEEDED);
    expect(deeds(await demo.ask('好的', more))).toEqual([`${QUERY}: BH002`, `${APPROVE}: BH002`]);
  });

  it('a limit before the approval leaves the plan as it is, and says so', async () => {
    const result = await demo.ask('审批 BH001', { maxSteps: 1 });
    expect(result).toMatchObject({ status: 'stopped', failureReason: 'step_limit' });
    expect(result.finalAnswer).toBe('补货计划单 BH001 可以审批，但这次没有来得及审批。');
    expect(await statusesIn(tables)).toEqual(SEEDED);
  });

  it('a restart adds what is absent and leaves changed rows as they are', async () => {
    await demo.ask('审批 BH001');
    await tables.deleteFrom('replenishment_plans').where('order_code', '=', 'BH002').execute();
    await demo.stop();
    demo = await openDemo(replenishmentDemo, { folder: demo.folder });
    tables = replenishmentTables(demo.database);
    expect(await statusesIn(tables)).toEqual(['已审批', '待审批', '已审批', '已驳回']);
  });

  describe('the back office itself', () => {
    const approve = (orderCode: string, idempotencyKey: string) =>
      tables
        .transaction()
        .execute((transaction) =>
          demo.app.get(ReplenishmentPlans).approve(transaction, { orderCode, idempotencyKey, now: 0 }),
        );

    it.each(['BH003', 'BH004'])('refuses %s, whoever asks', async (code) => {
      await expect(approve(code, 'k')).rejects.toThrow(/只有“待审批”的才能审批，没有做任何修改/);
      await expect(approve(code, 'k')).rejects.toBeInstanceOf(ToolError);
      expect(await statusesIn(tables)).toEqual(SEEDED);
    });

    it('gives the same call its approval again, and refuses another', async () => {
      const first = await approve('bh001', 'k1');
      expect(await approve('BH001', 'k1')).toEqual(first);
      await expect(approve('BH001', 'k2')).rejects.toThrow('“已审批”');
    });

    it('twenty at the same time approve once', async () => {
      const all = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => approve('BH001', `k${index}`)));
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it.each(['BH999', "BH001' or '1'='1"])('knows no %s', async (code) => {
      await expect(approve(code, 'k')).rejects.toThrow('没有找到补货计划单');
    });
  });
});

describe('reworded requests for plans', () => {
  let demo: OpenDemo;
  beforeEach(async () => {
    demo = await openDemo(replenishmentDemo);
  });
  afterEach(() => demo.close());

  const done = (code: string): string[] => [`${QUERY}: ${code}`, `${APPROVE}: ${code}`];
  it.each<[string, string[], RegExp]>([
    ['请批准补货计划单BH002', done('BH002'), /BH002 审批成功/],
    ['ｂｈ００２ 审批通过', done('BH002'), /BH002 审批成功/],
    ['麻烦把单号 BH001 的补货单批一下', done('BH001'), /BH001 审批成功/],
    ['能帮我审批一下BH001吗', done('BH001'), /BH001 审批成功/],
    ['我同意 BH001', done('BH001'), /BH001 审批成功/],
    ['审批 BH004', [`${QUERY}: BH004`], /“已驳回”，不允许审批/],
    ['审批 BH404', [`${QUERY}: BH404`], /没有找到补货计划单 BH404/],
    ['帮我看看 BH001 能不能审批', [`${QUERY}: BH001`], /可以审批。需要我现在审批吗？/],
    ['BH003 审批了吗', [`${QUERY}: BH003`], /状态：已审批/],
    ['BH001 是待审批吗？', [`${QUERY}: BH001`], /状态：待审批/],
    ['查一下 BH002 的数量和仓库', [`${QUERY}: BH002`], /数量 640，仓库：华南二仓/],
    ['BH004为什么被驳回', [`${QUERY}: BH004`], /已驳回/],
    ['先别审批 BH001', [], /没有审批任何/],
    ['不要审批BH001', [], /没有审批任何/],
    ['驳回 BH001', [], /不能驳回/],
    ['列出所有待审批的补货计划单', [], /只能按单号/],
    ['补货计划单状态', [], /请提供补货计划单的单号/],
    ['今天天气怎么样', [], /请提供|离线演示模型/],
    ['写一首关于春天的诗', [], /离线演示模型/],
  ])('"%s"', async (question, expected, answer) => {
    const result = await demo.ask(question);
    expect(deeds(result)).toEqual(expected);
    expect(result.finalAnswer).toMatch(answer);
    const approved = expected.filter((deed) => deed.startsWith(APPROVE)).length;
    const statuses = await statusesIn(replenishmentTables(demo.database));
    expect(statuses.filter((status) => status === '已审批')).toHaveLength(1 + approved);
  });
});
