const { existsSync, readFileSync, rmSync } = require('node:fs');

const PROMISES = {
  lost: 'acknowledged runs lost',
  doubled: 'effects doubled',
  stuck: 'runs stuck over 30 s',
  deaths: 'process deaths from requests',
};

/** Prints at the end what the spec files have counted; a broken promise is a failure also where a test overlooked it. */
module.exports = class FiguresReporter {
  #error;

  onRunComplete() {
    const file = process.env.FAULTS_FIGURES;
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    rmSync(file, { force: true });
    const sum = {};
    for (const count of lines.map((line) => JSON.parse(line)))
      for (const [name, value] of Object.entries(count)) sum[name] = (sum[name] ?? 0) + value;
    const { acknowledged = 0, effects = 0, kills = 0 } = sum;
    const figures = Object.entries(PROMISES).map(([name, promise]) => `${promise} ${sum[name] ?? 'not counted'}`);
    console.log(`\nover ${acknowledged} acknowledged runs, ${effects} effects and ${kills} killed processes:`);
    console.log(figures.join(', '));
    const isBroken = Object.keys(PROMISES).some((name) => sum[name] !== 0);
    if (isBroken) this.#error = new Error('A promise was broken, or nothing was counted');
  }

  getLastError() {
    return this.#error;
  }
};
