import { sql } from 'kysely';
import { VectorIndex } from '../../src/search/embedding-index';
import { OpenAiEmbedder } from '../../src/search/openai-embedder';
import type { SearchDocument } from '../../src/search/search-index';
import { startEmbeddingServer, type EmbeddingServer } from './embedding-server';
import { openDatabase, type OpenDatabase } from './open-database';

const CONCEPTS = [
  ['退款', '钱', '到账'],
  ['发票', '报销', '税号'],
  ['充电', '没电', '续航'],
];

const DOCUMENTS: SearchDocument[] = [
  { id: 'refund', title: '退款到账时间', body: '退款按原支付方式退回，一般 1 到 3 个工作日到账。' },
  { id: 'invoice', title: '如何开发票', body: '在订单详情页填写税号，电子发票发送到邮箱。' },
  { id: 'battery', title: '电池续航', body: '充电四小时可以续航三小时。' },
];

describe('VectorIndex', () => {
  let server: EmbeddingServer;
  let opened: OpenDatabase;
  let warnings: string[];
  const { signal } = new AbortController();

  const embedder = (model = 'bge-test') =>
    new OpenAiEmbedder({ baseUrl: server.baseUrl, model, apiKey: 'sk-secret', batchSize: 2, timeoutMs: 2000 });
  const indexOf = (model?: string) =>
    new VectorIndex({
      database: opened.database,
      table: 'articles',
      embedder: embedder(model),
      onFallback: (warning) => warnings.push(warning),
    });
  const firstOf = async (index: VectorIndex, query: string) => (await index.search(query, 1, signal))[0]?.id;
  const embedded = () => server.requests.flatMap(({ input }) => input);

  beforeEach(async () => {
    server = await startEmbeddingServer(CONCEPTS);
    opened = openDatabase();
    warnings = [];
  });
  afterEach(async () => {
    await server.close();
    await opened.close();
  });

  it('finds by meaning what shares no word with the query', async () => {
    const index = indexOf();
    await index.load(DOCUMENTS);
    expect(await firstOf(index, '钱多久能回来')).toBe('refund');
    expect(await firstOf(index, '公司要报销')).toBe('invoice');
    expect(await firstOf(index, '老是没电')).toBe('battery');
    expect([index.name, warnings]).toEqual(['vector', []]);
  });

  it('sends batches of the set size with the model and the key', async () => {
    const index = indexOf();
    await index.load(DOCUMENTS);
    expect(server.requests).toEqual([]); // so a boot does not wait for the endpoint
    await firstOf(index, '退款');
    expect(server.requests.map(({ input }) => input.length)).toEqual([1, 2, 1]);
    expect(server.requests[0]).toMatchObject({ model: 'bge-test', encoding_format: 'float' });
    expect(server.authorizations[0]).toBe('Bearer sk-secret');
  });

  it('embeds each text once per model, also after a restart, and only what changed', async () => {
    const changed = [...DOCUMENTS.slice(0, 2), { id: 'battery', title: '电池', body: '充电须知' }];
    const searched = async (model: string, documents: SearchDocument[]) => {
      const before = embedded().length;
      const index = indexOf(model);
      await index.load(documents);
      await index.search('问', 1, signal);
      return embedded()
        .slice(before)
        .filter((text) => text !== '问');
    };
    expect(await searched('bge-test', DOCUMENTS)).toHaveLength(3);
    expect(await searched('bge-test', DOCUMENTS)).toEqual([]);
    expect(await searched('bge-test', changed)).toEqual(['电池\n充电须知']);
    expect(await searched('other-model', DOCUMENTS)).toHaveLength(3);
  });

  it('makes the vectors again when the model behind the name has changed its dimensions', async () => {
    const index = indexOf();
    await index.load(DOCUMENTS);
    await firstOf(index, '老是没电');
    server.dimensions = 32;
    expect(await firstOf(index, '老是没电')).toBe('battery');
    expect(embedded()).toHaveLength(8);
    const { rows } = await sql<{ size: number }>`select length(vector) as size from articles_vectors`.execute(
      opened.database,
    );
    expect(rows.map(({ size }) => size)).toEqual([128, 128, 128]);
    expect(warnings).toEqual([]);
  });

  it.each<[string, NonNullable<EmbeddingServer['misbehave']>, string]>([
    ['status 500', (response) => response.writeHead(500).end('secret body sk-secret'), 'status 500'],
    ['HTML', (response) => response.writeHead(200).end('<html>'), 'not JSON'],
    [
      'an error object',
      (response) => response.writeHead(200).end('{"error":{"message":"no"}}'),
      'vectors of one length',
    ],
    ['too few rows', (response) => response.writeHead(200).end('{"data":[]}'), 'vectors of one length'],
    [
      'text for numbers',
      (response) => response.writeHead(200).end('{"data":[{"index":0,"embedding":["x"]}]}'),
      'vectors',
    ],
    [
      'a redirect',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'could not be reached',
    ],
    ['a cut connection', (response) => response.destroy(), 'could not be reached'],
  ])('answers lexically and says so when the endpoint gives %s', async (_, misbehave, expected) => {
    const index = indexOf();
    await index.load(DOCUMENTS);
    server.misbehave = misbehave;
    expect(await firstOf(index, '退款要几天')).toBe('refund');
    expect(index.name).toBe('lexical');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(expected);
    expect(warnings[0]).not.toContain('secret');

    server.misbehave = undefined;
    expect(await firstOf(index, '公司要报销')).toBe('invoice');
    expect(index.name).toBe('vector');
  });

  it('a boot without the endpoint works, and the documents are embedded at the first search after it is back', async () => {
    server.misbehave = (response) => response.writeHead(503).end();
    const index = indexOf();
    await index.load(DOCUMENTS);
    expect(await firstOf(index, '退款要几天')).toBe('refund');
    server.misbehave = undefined;
    expect(await firstOf(index, '老是没电')).toBe('battery');
    expect(index.name).toBe('vector');
  });

  it('an endpoint that stalls after its headers is given up', async () => {
    server.misbehave = (response) => response.writeHead(200).write('{"data":[');
    const slow = new OpenAiEmbedder({ baseUrl: server.baseUrl, model: 'm', timeoutMs: 50 });
    await expect(slow.embed(['a'], signal)).rejects.toThrow('The embedding endpoint gave no answer in 50 ms');
  });

  it('an abort of the caller is an abort, not a fallback', async () => {
    const index = indexOf();
    await index.load(DOCUMENTS);
    const controller = new AbortController();
    server.misbehave = () => controller.abort(new Error('run cancelled'));
    await expect(index.search('退款', 3, controller.signal)).rejects.toThrow('run cancelled');
    expect(warnings).toEqual([]);
  });
});
