// Tests run the TypeScript sources, so a process that one of them forks has to understand TypeScript as well.
process.execArgv.push('--require', require.resolve('./typescript-hook.js'));
