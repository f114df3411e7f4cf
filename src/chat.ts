import { existsSync } from 'node:fs';
import { constants, userInfo } from 'node:os';
import { createInterface } from 'node:readline';
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AgentRegistry } from './agent/agent-registry';
import { ReActAgentService } from './agent/react-agent.service';
import { AppModule } from './app.module';
import { buildParts } from './app-parts';
import type { ChatOutput } from './cli/chat-output';
import { ChatSession } from './cli/chat-session';
import { withColours, withoutColours } from './cli/palette';
import { PlainOutput } from './cli/plain-output';
import { readArguments, USAGE } from './cli/read-arguments';
import { TerminalLines } from './cli/terminal-lines';
import { TerminalOutput } from './cli/terminal-output';
import { readEnvironment, type Environment } from './config/environment';
import { createLogger, PinoLoggerService } from './config/logger';
import { secretsIn } from './config/secrets';
import { ConfigError, ReActError } from './core/errors';
import { misspeltSettings } from './misspelt-settings';
import { OFFLINE_MODEL_NAME } from './models/demo.model';

const { stdin, stdout, stderr } = process;

async function main(): Promise<void> {
  const { help, agent } = readArguments(process.argv.slice(2));
  if (help) return void stdout.write(USAGE);
  const environment = settings();
  for (const sentence of misspeltSettings(process.env)) stderr.write(`${sentence}\n`);
  const app = await createContext(environment);
  try {
    process.exitCode = await talk(app, environment, agent);
  } finally {
    await app.close();
  }
}

/** The log level of .env is meant for the service: a log between the lines of a talk is only for those who ask for it here. */
function settings(): Environment {
  const LOG_LEVEL = process.env.LOG_LEVEL?.trim() || 'silent';
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    return readEnvironment({ ...process.env, LOG_LEVEL });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError([error.message, ...misspeltSettings(process.env)].join('\n'), { cause: error });
  }
}

/** The application of the service, without its port. @throws ConfigError, StoreError */
async function createContext(environment: Environment): Promise<INestApplicationContext> {
  const logger = new PinoLoggerService(
    createLogger(environment.LOG_LEVEL, environment.LOG_FORMAT, { stream: 'stderr', secrets: secretsIn(environment) }),
  );
  const parts = await buildParts(environment);
  try {
    return await NestFactory.createApplicationContext(AppModule.from(parts), { logger, abortOnError: false });
  } catch (error) {
    parts.close();
    throw error;
  }
}

/** Gives the exit code. */
async function talk(app: INestApplicationContext, environment: Environment, agent?: string): Promise<number> {
  const isTerminal = stdin.isTTY && stdout.isTTY;
  const output = isTerminal ? terminalOutput() : new PlainOutput(toStdout, (text) => void stderr.write(text));
  const service = app.get(ReActAgentService);
  const session = new ChatSession(
    { service, agents: app.get(AgentRegistry), output, newId: uuidv7, person: person() },
    agent,
  );
  if (isTerminal) greet(output, environment, session.agent);
  const lines = isTerminal
    ? new TerminalLines({
        input: stdin,
        screen: stdout,
        prompt: () => session.prompt,
        stop: () => session.stopRun(),
      })
    : createInterface({ input: stdin, crlfDelay: Infinity });
  let signalled = 0;
  const leave = (signal: NodeJS.Signals): void => {
    signalled = constants.signals[signal];
    session.leave();
    lines.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, leave);
  stdout.on('error', () => leave('SIGPIPE')); // nobody reads any more
  const isClean = await session.talk(lines);
  if (signalled > 0) return 128 + signalled;
  return isClean || isTerminal ? 0 : 1;
}

/** Who sits here, as the system knows them. */
function person(): string {
  try {
    return userInfo().username || 'terminal';
  } catch {
    return 'terminal'; // a container may run under a number that has no name
  }
}

const toStdout = (text: string): void => void stdout.write(text);

function terminalOutput(): ChatOutput {
  const isPlain = Boolean(process.env.NO_COLOR) || process.env.TERM === 'dumb';
  return new TerminalOutput(toStdout, isPlain ? withoutColours : withColours);
}

function greet(output: ChatOutput, { OPENAI_MODEL, OPENAI_BASE_URL }: Environment, agent: string): void {
  const model =
    OPENAI_MODEL === undefined
      ? `the offline demo model ${OFFLINE_MODEL_NAME}: it answers by rules, no real model is configured`
      : `model ${OPENAI_MODEL} at ${OPENAI_BASE_URL === undefined ? 'api.openai.com' : new URL(OPENAI_BASE_URL).host}`;
  output.say(`agent ${agent} · ${model}\n/help lists the commands, exit leaves\n`);
}

main().catch((error: unknown) => {
  // what a person must mend is a sentence; anything else is our bug and shows its stack
  stderr.write(`${error instanceof ReActError ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exit(1);
});
