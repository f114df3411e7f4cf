import { refuses, refusesField, says } from '../../src/testing';
import type { FaultTurn, RecordedRequest } from '../../src/testing';
import { faultOf, replyOf, scripted } from './ask';

const provider = scripted();
const jsonSchema = { type: 'object', properties: { action: { type: 'string', enum: ['查询', 'Final Answer'] } } };
const formatOf = ({ body }: RecordedRequest): unknown =>
  (body as { response_format?: { type: string } }).response_format?.type ?? 'none';
const complains = (message: string): FaultTurn => refuses(400, message);

describe('a request for JSON', () => {
  it('sends the schema where there is one', async () => {
    const server = await provider.start([says('{}')]);
    await replyOf(provider.model(server), { json: true, jsonSchema });
    expect(server.calls[0]!.body).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { name: 'step', schema: jsonSchema } },
    });
  });

  it('steps down from the schema to JSON mode to nothing, and remembers', async () => {
    const server = await provider.start([
      complains('response_format.type json_schema is not supported by this model'),
      refusesField('response_format'),
      says('{}'),
      says('{}'),
      says('{}'),
    ]);
    const model = provider.model(server);
    await replyOf(model, { json: true, jsonSchema });
    await replyOf(model, { json: true, jsonSchema });
    await replyOf(model, { json: true });
    expect(server.calls.map(formatOf)).toEqual(['json_schema', 'json_object', 'none', 'none', 'none']);
  });

  it.each([
    ['DeepSeek', 'This response_format type is unavailable now'],
    ['a server that names the value', "Invalid value: 'json_schema'. Supported values are: 'text' and 'json_object'."],
    ['a server of pydantic models', 'body.response_format: Input should be text or json_object, extra fields'],
  ])('keeps JSON mode where %s refuses the schema', async (_, message) => {
    const server = await provider.start([complains(message), says('{}'), says('{}')]);
    const model = provider.model(server);
    await replyOf(model, { json: true, jsonSchema });
    await replyOf(model, { json: true, jsonSchema });
    expect(server.calls.map(formatOf)).toEqual(['json_schema', 'json_object', 'json_object']);
  });

  it('two calls at a time that learn the same step down once', async () => {
    const server = await provider.start(({ body }) =>
      formatOf({ body } as RecordedRequest) === 'json_schema' ? refusesField('response_format') : says('{}'),
    );
    const model = provider.model(server);
    const ask = () => replyOf(model, { json: true, jsonSchema });
    await Promise.all([ask(), ask(), ask()]);
    await ask();
    expect(server.calls.map(formatOf).sort()).toEqual([
      ...Array<string>(4).fill('json_object'),
      ...Array<string>(3).fill('json_schema'),
    ]);
  });

  it('a complaint about something else is a failure', async () => {
    const server = await provider.start([complains('messages: at least one is required, none is unsupported')]);
    expect(await faultOf(provider.model(server), { json: true, jsonSchema })).toMatchObject({ status: 400 });
    expect(server.calls).toHaveLength(1);
  });

  it('a response_format of extraBody is never dropped, and a refusal of it ends the call', async () => {
    const server = await provider.start(() => refusesField('response_format'));
    const model = provider.model(server, { extraBody: { response_format: { type: 'grammar' } } });
    expect(await faultOf(model)).toMatchObject({ status: 400 });
    expect(server.calls.map(formatOf)).toEqual(['grammar']);
  });
});
