import { join } from 'node:path';
import { SqlStore, sqlite } from '../../src';
import { asStored } from '../../src/agent/as-stored';
import { storableJson } from '../../src/stores/storable-text';
import { temporaryDirectory } from '../support/temporary-directory';
import { clerk } from './clerk';
import { act, answer } from './tools-of-a-shop';

const directory = temporaryDirectory();

describe('what no store keeps', () => {
  it.each([
    ['a NUL', 'a\0b'],
    ['half a pair', { a: ['\ud83d', { b: '\ude00\ud83d' }] }],
    ['a key with one', { 'a\0': 1, __proto__: null }],
    ['whole pairs, and backslashes before such letters', ['😀', '\\u0000', null, 1, true]],
  ])('is in a fact as they give it back: %s', (_, value) => {
    expect(asStored<unknown>(value)).toEqual(JSON.parse(storableJson(value)));
  });

  it('takes no copy of a fact without any', () => {
    const fact = { text: '😀', list: [{ a: 1 }] };
    expect(asStored(fact)).toBe(fact);
  });

  it.each([
    ['of the model', 'B\0\ud800', { approved: true }],
    ['of a person', 'B', { approved: true, input: { order: 'B\0\ud800' } }],
  ])(
    'in an input %s, the call runs that was approved, and the run is the same live and read again',
    async (_, order, decision) => {
      const store = await SqlStore.open(sqlite({ file: join(directory, `${order.length}.db`) }));
      const { app, done, ask, decide, service } = await clerk([act('pay', order), answer('\0done')], { store });
      const asked = await ask();
      expect(asked).toEqual(await service.result(asked.runId));
      const heard: unknown[] = [];
      const following = (async () => {
        for await (const event of service.follow(asked.runId, new AbortController().signal)) heard.push(event);
      })();
      const result = await decide(asked, decision);
      await following;
      expect(result).toMatchObject({
        status: 'answered',
        finalAnswer: '\ufffddone',
        steps: [{ action: 'pay', ok: true }],
      });
      expect(done).toEqual(['pay B\ufffd\ufffd']);
      expect(heard.filter((event) => (event as { type: string }).type !== 'text.delta')).toEqual(
        await service.events(asked.runId),
      );
      await app.close();
    },
  );
});
