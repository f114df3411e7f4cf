/** Unit, contract, golden, architecture and end-to-end tests: all of them run without network and without a service. */
module.exports = {
  rootDir: __dirname,
  roots: ['<rootDir>/test'],
  testRegex: '\\.spec\\.ts$',
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/services/',
    '<rootDir>/test/browser/',
    '<rootDir>/test/faults/',
  ],
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.json' }] },
  setupFiles: ['reflect-metadata', '<rootDir>/test/child-processes/setup.js'],
  moduleNameMapper: {
    '^nest-react-agent$': '<rootDir>/src/index.ts',
    '^nest-react-agent/testing$': '<rootDir>/src/testing/index.ts',
  },
  testTimeout: 30000,
  maxWorkers: '100%', // two cores: the default would leave one idle
  collectCoverageFrom: ['src/**/*.ts'],
};
