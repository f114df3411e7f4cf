import { GroupCommit } from '../../src/stores/group-commit';

describe('GroupCommit', () => {
  /** Notes each group; items below zero have a fault of their own, zero spoils the whole group. */
  const recording = () => {
    const groups: number[][] = [];
    const commits = new GroupCommit<number>(async (items) => {
      groups.push([...items]);
      if (items.includes(0)) throw new Error('spoilt');
      return items.map((item) => (item < 0 ? new Error(`fault of ${item}`) : undefined));
    });
    return { groups, commits };
  };
  const outcomes = (results: PromiseSettledResult<void>[]) =>
    results.map((result) => (result.status === 'fulfilled' ? 'stored' : (result.reason as Error).message));

  it('writes what arrives in one turn of the event loop together, in order', async () => {
    const { groups, commits } = recording();

    await Promise.all([1, 2, 3].map((item) => commits.add(item)));
    await commits.add(4);

    expect(groups).toEqual([[1, 2, 3], [4]]);
  });

  it('writes what arrives during a write as the next group', async () => {
    const { groups, commits } = recording();
    const later: Promise<void>[] = [];

    await commits.add(1).then(() => {
      later.push(commits.add(2), commits.add(3));
    });
    await Promise.all(later);

    expect(groups).toEqual([[1], [2, 3]]);
  });

  it('gives each item its own fault', async () => {
    const { groups, commits } = recording();

    const results = await Promise.allSettled([1, -2, 3].map((item) => commits.add(item)));

    expect(outcomes(results)).toEqual(['stored', 'fault of -2', 'stored']);
    expect(groups).toHaveLength(1);
  });

  it('writes one by one what could not be written together', async () => {
    const { groups, commits } = recording();

    const results = await Promise.allSettled([1, 0, -3, 4].map((item) => commits.add(item)));

    expect(outcomes(results)).toEqual(['stored', 'spoilt', 'fault of -3', 'stored']);
    expect(groups).toEqual([[1, 0, -3, 4], [1], [0], [-3], [4]]);
  });

  it('writes at most 64 items in one group', async () => {
    const { groups, commits } = recording();

    await Promise.all(Array.from({ length: 65 }, () => commits.add(1)));

    expect(groups.map(({ length }) => length)).toEqual([64, 1]);
  });

  it('is drained when everything that was added is settled', async () => {
    const { groups, commits } = recording();
    await commits.drained();

    const added = [commits.add(1), commits.add(2)];
    await commits.drained();

    expect(groups).toEqual([[1, 2]]);
    await Promise.all(added);
  });
});
