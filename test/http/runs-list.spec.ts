import { startApp, type RunningApp } from '../e2e/start-app';

describe('the list of runs', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  // 100 runs with answers of 1 MB made a page of 100 MB, and a process of 1 GB
  it('has long texts cut, and the run has them whole', async () => {
    const question = `计算 1+1 ${'x'.repeat(32_000)}`;
    const asked = await app.ask({ question });
    const page = await app.get('/api/react/runs');
    expect(page.text.length).toBeLessThan(7_000);
    expect(page.body.items).toMatchObject([
      { runId: asked.runId, question: `${question.slice(0, 2_000)}… [${question.length} characters]` },
    ]);
    expect((await app.get(`/api/react/runs/${asked.runId}`)).body).toMatchObject({ question });
  });
});
