const { existsSync, readdirSync, readFileSync, rmSync } = require('node:fs');
const { basename } = require('node:path');

const PROMISES = {
  lost: 'acknowledged runs lost',
  doubled: 'effects doubled',
  stuck: 'runs stuck over 30 s',
  deaths: 'process deaths from requests',
};

/** Prints at the end what the suites have counted; a broken promise is a failure also where a test overlooked it. */
module.exports = class FiguresReporter {
  #error;

  onRunComplete(_contexts, { testResults, wasInterrupted }) {
    if (wasInterrupted) return;
    const counts = countsIn(process.env.FAULTS_FIGURES);
    const sum = {};
    for (const { suite: _, ...count } of counts)
      for (const [name, value] of Object.entries(count)) sum[name] = (sum[name] ?? 0) + value;

    const all = suites();
    const asked = testResults.map(({ testFilePath }) => basename(testFilePath));
    const silent = asked.filter((suite) => !counts.some((count) => count.suite === suite && count.acknowledged > 0));
    const { acknowledged = 0, effects = 0, kills = 0 } = sum;
    const isWhole = all.every((suite) => asked.includes(suite));
    const part = isWhole ? '' : ` (${asked.length} of ${all.length} suites: this is not the whole proof)`;
    console.log(`\nover ${acknowledged} acknowledged runs, ${effects} effects and ${kills} killed processes${part}:`);
    const told = Object.entries(PROMISES).map(([name, promise]) => `${promise} ${sum[name] ?? 'not counted'}`);
    console.log(told.join(', '));

    const broken = Object.keys(PROMISES).filter((name) => sum[name] !== 0);
    if (broken.length > 0) this.#error = new Error(`Not kept: ${broken.map((name) => PROMISES[name]).join(', ')}`);
    else if (silent.length > 0) this.#error = new Error(`Nothing was counted by ${silent.join(', ')}`);
    else if (isWhole && (effects === 0 || kills === 0)) this.#error = new Error('There was no effect, or no kill');
  }

  getLastError() {
    return this.#error;
  }
};

/** One line of each suite that has come to its end. */
function countsIn(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  rmSync(file, { force: true });
  return lines.map((line) => JSON.parse(line));
}

const suites = () => readdirSync(__dirname).filter((name) => name.endsWith('.spec.ts'));
