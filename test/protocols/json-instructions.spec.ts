import type { ToolSpec } from '../../src/core/tool';
import { jsonProtocol } from '../../src/protocols/json.protocol';
import { nativeProtocol } from '../../src/protocols/native.protocol';
import { parseJson } from './reply-cases';

const TOOLS: ToolSpec[] = [
  {
    name: 'get_city_temperature',
    description: 'Temperature of a city.',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
  {
    name: '查询补货计划单详情',
    description: '查询。',
    inputSchema: { type: 'object' },
    examples: [{ orderCode: 'BH001' }],
  },
];

it('the English instructions are short and whole', () => {
  expect(jsonProtocol.instructions(TOOLS, 'en')).toMatchInlineSnapshot(`
    "Tools, with the JSON Schema of their input (? = optional):
    - get_city_temperature: Temperature of a city. {city: {type: string}}
    - 查询补货计划单详情: 查询。 {} e.g. {"orderCode":"BH001"}
    Each reply is one JSON object and nothing else, either an action or the final answer:
    {"thought":"I need data first.","action":"查询补货计划单详情","action_input":{"orderCode":"BH001"}}
    {"thought":"I have what I need.","action":"Final Answer","action_input":"the whole answer for the user"}
    Rules: one object per reply, then stop; the user sends the Observation, never write it yourself. Use only the tools above. Take every fact from observations: never invent data; if something needed is missing, ask for it in the final answer. Do all arithmetic with a tool if there is one. After an error, correct the input or try another way. Answer in the user's language."
  `);
});

it('the Chinese instructions say the same', () => {
  expect(jsonProtocol.instructions(TOOLS.slice(0, 1), 'zh')).toMatchInlineSnapshot(`
    "工具及其输入的 JSON Schema（? 表示可选）：
    - get_city_temperature: Temperature of a city. {city: {type: string}}
    每次回复只写一个 JSON 对象，不写其他内容：行动，或最终答案：
    {"thought":"需要先查数据。","action":"get_city_temperature","action_input":{"city":"…"}}
    {"thought":"已有所需数据。","action":"Final Answer","action_input":"给用户的完整答案"}
    规则：每次只写一个对象，写完就停；Observation 由用户提供，绝不能自己写。只能使用上面的工具。所有事实都来自 Observation，绝不编造数据；缺少必要信息时在最终答案里询问。有计算工具时，一切计算都用工具。出错后修正输入或换一种方法。用用户的语言回答。"
  `);
});

it('their example steps are steps', () => {
  for (const language of ['zh', 'en'] as const) {
    const steps = jsonProtocol
      .instructions(TOOLS, language)
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) =>
        parseJson(
          line,
          TOOLS.map(({ name }) => name),
        ),
      );

    expect(steps).toMatchObject([
      { kind: 'act', calls: [{ name: '查询补货计划单详情', input: { orderCode: 'BH001' } }] },
      { kind: 'answer' },
    ]);
  }
});

it('without tools only the answer is shown', () => {
  const text = jsonProtocol.instructions([], 'en');

  expect(text).toContain('There are no tools.');
  expect(text.match(/"action"/g)).toHaveLength(1);
});

it('they stay short: no more than 900 characters beside the tools', () => {
  for (const language of ['zh', 'en'] as const) {
    expect(jsonProtocol.instructions([], language).length).toBeLessThan(900);
    expect(nativeProtocol.instructions([], language).length).toBeLessThan(600);
  }
});

describe('the request', () => {
  it('asks for JSON by a schema that holds the names of the tools', () => {
    expect(jsonProtocol.request([], TOOLS)).toMatchObject({
      json: true,
      jsonSchema: {
        required: ['thought', 'action', 'action_input'],
        properties: { action: { enum: ['get_city_temperature', '查询补货计划单详情', 'Final Answer'] } },
      },
    });
  });

  it('allows the answer alone where no tool is left', () => {
    expect(jsonProtocol.request([], [])).toMatchObject({
      jsonSchema: { properties: { action: { enum: ['Final Answer'] } } },
    });
  });

  it('has the same schema object for the same tools, so that an adapter can keep what it made of it', () => {
    expect(jsonProtocol.request([], TOOLS).jsonSchema).toBe(jsonProtocol.request([], TOOLS).jsonSchema);
  });
});
