const { tmpdir } = require('node:os');
const { join } = require('node:path');
const everything = require('./jest.config');

// the workers inherit it, and the reporter reads it
process.env.FAULTS_FIGURES ??= join(tmpdir(), `react-faults-${process.pid}.jsonl`);

/** Processes that are killed, databases that stop and disks that are full: minutes, not seconds. */
module.exports = {
  ...everything,
  roots: ['<rootDir>/test/faults'],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: '<rootDir>/test/services/reachable.ts',
  reporters: ['default', '<rootDir>/test/faults/figures-reporter.js'],
  testTimeout: 1800000, // on a machine that others use too; nothing here is measured by it
  forceExit: true, // clients of a test that failed would ask for ever
};
