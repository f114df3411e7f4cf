import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** No clock, no randomness, no environment: a prompt and a decision can be rebuilt from a run's events (docs/adr/0010). */
const impure = [
  [
    'NewExpression[callee.name="Date"][arguments.length=0]',
    'Take the time as an argument; new Date(ms) is fine for formatting.',
  ],
  ['CallExpression[callee.name="Date"]', 'Take the time as an argument.'],
  ['MemberExpression[object.name=/^(Date|performance)$/][property.name="now"]', 'Take the time as an argument.'],
  ['MemberExpression[object.name="Math"][property.name="random"]', 'Take what is random as an argument.'],
  ['Identifier[name=/^(randomUUID|randomBytes|randomInt)$/]', 'Take ids as an argument.'],
].map(([selector, message]) => ({ selector, message }));

const environment = [
  {
    selector: 'MemberExpression[object.name="process"][property.name="env"]',
    message: 'Only src/config and the entry points read the environment; everything else takes options.',
  },
];

const timers = [
  {
    selector: 'MemberExpression[object.name="AbortSignal"][property.name=/^(timeout|any)$/]',
    message:
      'Use deadline() of src/core/deadline.ts: on Node 20 a timer that only AbortSignal.any holds may never fire.',
  },
];

/** See test/support/end-child.ts: a signal to a child that was just reaped may go to the whole process group. */
const signals = [
  {
    selector: 'CallExpression[callee.property.name="kill"]:not([callee.object.name="process"])',
    message: 'Use endChild() of test/support/end-child.ts, or check that the child has not ended and signal its pid.',
  },
];

const restricted = (...groups) => ['error', ...groups.flat()];

export default defineConfig(
  { ignores: ['dist/', 'build/', 'coverage/', 'data/', 'node_modules/', 'test/fixtures/'] },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', { max: 250 }],
      'no-restricted-syntax': restricted(timers),
      eqeqeq: 'error',
      'no-eval': 'error',
      'no-implied-eval': 'off',
      'no-new-func': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // an abort throws the reason that somebody else gave
      '@typescript-eslint/only-throw-error': 'off',
      'no-throw-literal': 'error',
      '@typescript-eslint/prefer-promise-reject-errors': [
        'error',
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      // what Array.isArray and JSON.parse give is any: it may be named and returned, but not be used before it is checked
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // takes an unknown that was narrowed for an object
      '@typescript-eslint/no-base-to-string': 'off',
      // a port's method is async also where one implementation has nothing to wait for
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-console': 'error',
      'max-lines-per-function': ['error', { max: 50 }],
      'no-restricted-syntax': restricted(timers, environment),
    },
  },
  {
    files: ['src/config/**/*.ts', 'src/main.ts', 'src/chat.ts'],
    rules: { 'no-restricted-syntax': restricted(timers) },
  },
  {
    files: ['src/{core,protocols,policies,compaction,tokens}/**/*.ts', 'src/agent/{prompt,output,date}*.ts'],
    rules: { 'no-restricted-syntax': restricted(timers, environment, impure) },
  },
  {
    // bodies of HTTP answers and parsed JSON are `any`; the assertions are their type check
    files: ['test/**/*.ts', 'bench/**/*.ts', 'examples/**/*.ts'],
    rules: {
      'no-restricted-syntax': restricted(timers, signals),
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
