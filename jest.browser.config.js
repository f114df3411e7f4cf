const everything = require('./jest.config');

/** Tests in a real browser; `chromium.ts` says what is missing. */
module.exports = {
  ...everything,
  roots: ['<rootDir>/test/browser'],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: '<rootDir>/test/browser/installed.ts',
  testTimeout: 60000,
  maxWorkers: 1,
};
