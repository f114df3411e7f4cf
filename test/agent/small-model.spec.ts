import { MODEL, ReActAgentService, ScriptedModel, SMALL_MODEL } from '../../src';
import { act, answer, shop } from './tools-of-a-shop';

const look = (order: string): string => `${order}: ${'b0x '.repeat(500)}`;
const usage = { inputTokens: 600, estimated: true };
const steps = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'].map((order) => ({ text: act('look', order), usage }));
const script = [...steps, answer('seen')];

describe('the option smallModel', () => {
  it('gives the model that writes the summaries', async () => {
    const [model, smallModel] = [
      new ScriptedModel(script, 'large'),
      new ScriptedModel(
        steps.map(() => 'notes'),
        'small',
      ),
    ];
    const module = await shop(model, { smallModel, contextTokens: 2400 }, { look });
    const service = module.get(ReActAgentService);
    const { runId, status } = await service.ask({ question: 'Where are they?' });
    const summaries = (await service.events(runId)).filter(({ type }) => type === 'context.compacted');
    expect(status).toBe('answered');
    expect(model.requests).toHaveLength(script.length);
    expect(summaries.length).toBeGreaterThan(0);
    expect(smallModel.requests).toHaveLength(summaries.length);
    expect(summaries[0]).toMatchObject({ model: 'small', summary: 'notes' });
  });

  it('is injected as SMALL_MODEL, which without it is MODEL', async () => {
    const [model, smallModel] = [new ScriptedModel([]), new ScriptedModel([], 'small')];
    expect((await shop(model, { smallModel })).get(SMALL_MODEL)).toBe(smallModel);
    const alone = await shop(model);
    expect(alone.get(SMALL_MODEL)).toBe(alone.get(MODEL));
  });
});
