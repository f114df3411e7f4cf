import type { Browser, Page } from 'playwright-core';
import { answers, spelled, startModelServer, thinksThenActs, type ModelServer, type Turn } from '../../src/testing';
import { startApp, type RunningApp } from '../e2e/start-app';
import { launch } from './chromium';

/** Follows a run with the browser's own EventSource until that has closed for good, and gives what it heard; tells `hasOpened`. */
const listen = (path: string): string => `new Promise((resolve) => {
  const heard = { facts: [], results: [], opened: 0, text: '' };
  const source = new EventSource(${JSON.stringify(path)});
  source.onopen = () => {
    heard.opened += 1;
    hasOpened();
  };
  for (const type of ['run.started', 'step.started', 'model.replied', 'tool.started', 'tool.finished', 'run.finished'])
    source.addEventListener(type, ({ lastEventId, data }) => heard.facts.push([lastEventId, type, JSON.parse(data).seq]));
  source.addEventListener('text.delta', ({ data }) => (heard.text += JSON.parse(data).text));
  source.addEventListener('result', ({ data }) => heard.results.push(JSON.parse(data)));
  source.onerror = () => source.readyState === EventSource.CLOSED && resolve(heard);
})`;

interface Heard {
  facts: [string, string, number][];
  results: { finalAnswer: string; status: string }[];
  opened: number;
  text: string;
}

describe('EventSource of a browser', () => {
  let turns: Turn[];
  let server: ModelServer;
  let app: RunningApp;
  let browser: Browser;
  let page: Page;
  let whenOpened: Promise<void>;
  let hasOpened: () => void;
  beforeAll(async () => {
    server = await startModelServer(() => turns.shift());
    app = await startApp({ OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted' });
    browser = await launch();
    page = await browser.newPage();
    await page.exposeFunction('hasOpened', () => hasOpened());
    await page.goto(`${app.url}/health/live`);
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
    await server.close();
  });
  beforeEach(() => {
    whenOpened = new Promise((resolve) => (hasOpened = resolve));
    turns = [
      spelled(thinksThenActs('add them', 'Calculator', '40+2'), { pieceChars: 3 }),
      spelled(answers('两个数的和是 42，data: {}', 'done'), { pieceChars: 1, pauseMs: 40 }),
    ];
  });

  const begin = async (): Promise<string> => {
    const { body } = await app.post('/api/react/runs', { question: 'sum?' });
    return body.runId as unknown as string;
  };

  it('hears a run live, once each and in order, and stops by itself after the result', async () => {
    // however slow the browser is, the first reply does not come before it listens, so all of the second is live
    turns[0] = spelled(thinksThenActs('add them', 'Calculator', '40+2'), { pauseUntil: () => whenOpened });
    const runId = await begin();

    const { facts, results, text } = await page.evaluate<Heard>(listen(`/api/react/runs/${runId}/events`));

    expect(facts.map(([id]) => Number(id))).toEqual(facts.map((_, index) => index + 1));
    expect(facts.map(([id, , seq]) => String(seq) === id)).not.toContain(false);
    expect(facts.at(-1)?.[1]).toBe('run.finished');
    expect(results).toEqual([
      expect.objectContaining({ status: 'answered', finalAnswer: '两个数的和是 42，data: {}' }),
    ]);
    expect(text).toContain('两个数的和是 42，data: {}');
  });

  it('goes on by itself where the network was cut, without a gap or a double', async () => {
    const runId = await begin();
    let cuts = 0;
    // the first answer is cut in the middle by what stands between browser and service
    await page.route('**/events', async (route) => {
      cuts += 1;
      if (cuts > 1) return route.continue();
      const whole = await (await fetch(route.request().url(), { headers: { accept: 'text/event-stream' } })).text();
      const messages = whole
        .split('\n\n')
        .filter((message) => message.includes('\nevent: ') || message.startsWith('id: '));
      const body = `retry: 10\n\n${messages.slice(0, 3).join('\n\n')}\n\n`;
      return route.fulfill({ contentType: 'text/event-stream', body });
    });

    const { facts, results, opened } = await page.evaluate<Heard>(listen(`/api/react/runs/${runId}/events`));
    await page.unroute('**/events');

    expect(opened).toBeGreaterThan(1);
    expect(facts.map(([id]) => Number(id))).toEqual(facts.map((_, index) => index + 1));
    expect(facts.at(-1)?.[1]).toBe('run.finished');
    expect(results).toHaveLength(1);
  });
});
