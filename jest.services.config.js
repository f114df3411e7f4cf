const everything = require('./jest.config');

/** Tests against the services that production runs on; `reachable.ts` says what is missing. */
module.exports = {
  ...everything,
  roots: ['<rootDir>/test/services'],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: '<rootDir>/test/services/reachable.ts',
  testTimeout: 60000,
};
