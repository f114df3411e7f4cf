import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { startApp, type RunningApp } from '../e2e/start-app';
import { launch } from './chromium';

/** What a page of another origin can do with a browser that reaches the service. */
describe('a page of another origin', () => {
  let app: RunningApp;
  let browser: Browser;
  let foreign: Server;
  let origin: string;
  beforeAll(async () => {
    app = await startApp();
    browser = await launch();
    foreign = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>elsewhere</title><form method="post"></form>');
    });
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(foreign.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await browser.close();
    foreign.closeAllConnections();
    foreign.close();
    await app.close();
  });

  const runs = async () => (await app.get('/api/react/runs')).body.items;
  const open = async () => {
    const page = await browser.newPage();
    await page.goto(origin);
    return page;
  };

  it.each([
    ['JSON', 'application/json', 'cors'],
    ['text without a preflight', 'text/plain', 'no-cors'],
  ])('starts no run by sending %s', async (_name, type, mode) => {
    const page = await open();
    const request = { method: 'POST', mode, headers: { 'content-type': type }, body: '{"question":"hello"}' };
    const sent = `fetch(${JSON.stringify(`${app.url}/api/react/ask`)}, ${JSON.stringify(request)})`;

    const outcome = await page.evaluate<string>(`${sent}.then((answer) => answer.type, () => 'refused')`);

    expect(outcome).toBe('refused'); // no preflight is granted, and no answer is shown to another origin
    expect(await runs()).toEqual([]);
    await page.close();
  });

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'])(
    'starts no run by a form of type %s',
    async (type) => {
      const page = await open();
      const url = `${app.url}/api/react/ask`;
      const answered = page.waitForResponse(url);

      await page.evaluate(`(() => {
        const form = document.forms[0];
        Object.assign(form, { action: ${JSON.stringify(url)}, enctype: ${JSON.stringify(type)} });
        form.innerHTML = '<input name="question" value="hello">';
        form.submit();
      })()`);

      expect((await answered).status()).toBe(415);
      expect(await runs()).toEqual([]);
      await page.close();
    },
  );

  it('reads nothing', async () => {
    const page = await open();
    const read = `fetch(${JSON.stringify(`${app.url}/api/react/runs`)}).then((answer) => answer.text(), () => 'refused')`;
    expect(await page.evaluate<string>(read)).toBe('refused');
    await page.close();
  });
});

describe('the page of the API', () => {
  it('shows every route, loads nothing from elsewhere and breaks no rule of its own', async () => {
    const app = await startApp();
    const browser = await launch();
    const page = await browser.newPage();
    const elsewhere: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(app.url) && !request.url().startsWith('data:')) elsewhere.push(request.url());
    });
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));

    await page.goto(app.url);
    await page.waitForSelector('.opblock');

    const shown = await page.$$eval('.opblock-summary-path', (paths) => paths.map(({ textContent }) => textContent));
    expect(shown.map((path) => path?.replaceAll('\u200b', ''))).toEqual(
      expect.arrayContaining(['/api/react/ask', '/api/react/runs/{runId}/events', '/health/ready']),
    );
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
    await browser.close();
    await app.close();
  });
});
