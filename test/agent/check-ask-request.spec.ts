import { BadRequestError, ReActAgentService, ScriptedModel, type AskRequest } from '../../src';
import { checkAskRequest } from '../../src/agent/check-ask-request';
import { answer, shop } from './tools-of-a-shop';

/** As a program without types hands it in. */
const given = (request: unknown): AskRequest => request as AskRequest;

describe('a request by a program', () => {
  it.each<[string, unknown, string]>([
    ['nothing', undefined, '#'],
    ['no question', {}, '#/question'],
    ['a number', { question: 42 }, '#/question'],
    ['blanks', { question: ' \n\t' }, '#/question'],
    ['too long a question', { question: 'x'.repeat(32_769) }, '#/question'],
    ['too many pairs', { question: '😀'.repeat(32_769) }, '#/question'],
    ['an agent that is a number', { question: 'x', agent: 1 }, '#/agent'],
    ['an empty conversation', { question: 'x', conversationId: '' }, '#/conversationId'],
    ['limits as a number', { question: 'x', limits: 3 }, '#/limits'],
    ['NaN', { question: 'x', limits: { maxSteps: NaN } }, '#/limits/maxSteps'],
    ['zero', { question: 'x', limits: { maxTokens: 0 } }, '#/limits/maxTokens'],
    ['a fraction', { question: 'x', limits: { deadlineMs: 1.5 } }, '#/limits/deadlineMs'],
    ['a text', { question: 'x', limits: { maxSteps: '3' } }, '#/limits/maxSteps'],
    ['a limit that is not for callers', { question: 'x', limits: { idleSteps: -1 } }, '#/limits/idleSteps'],
  ])('with %s is refused at the place', (_, request, pointer) => {
    const check = () => checkAskRequest(given(request));
    expect(check).toThrow(BadRequestError);
    expect(check).toThrow(expect.objectContaining({ errors: [{ pointer, detail: expect.any(String) }] }));
  });

  it.each([
    [{ question: 'x' }],
    [{ question: 'x'.repeat(32_768) }],
    [{ question: '😀'.repeat(32_768) }],
    [{ question: 'x', limits: { maxSteps: 1, maxTokens: undefined }, agent: 'clerk' }],
  ])('that is right passes', (request) => {
    expect(() => checkAskRequest(given(request))).not.toThrow();
  });

  it('tells all that is wrong at once', () => {
    expect(() => checkAskRequest(given({ question: '', limits: { maxSteps: -1 } }))).toThrow(
      'question: must not be blank; limits/maxSteps: expected an integer of 1 or more',
    );
  });

  it('is checked before anything is stored', async () => {
    const app = await shop(new ScriptedModel([answer('ok')]));
    const service = app.get(ReActAgentService);
    await expect(service.ask({ question: 'x', limits: { maxSteps: NaN } })).rejects.toThrow(BadRequestError);
    expect((await service.list({ limit: 1 })).items).toEqual([]);
    await app.close();
  });
});
