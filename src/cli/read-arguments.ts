import { parseArgs } from 'node:util';
import { ConfigError } from '../core/errors';

export interface ChatArguments {
  readonly help: boolean;
  readonly agent?: string;
}

export const USAGE = `Talks with an agent in the terminal; a pipe is read to its end, one question a line.

  npm run chat -- [--agent NAME]

  --agent NAME  the agent to talk with; without it the default one
  --help        shows this

Settings are those of the service: the environment and .env. Two programs cannot have one REACT_DATA_DIR at a time.
The log is silent, whatever .env says; LOG_LEVEL=info before the command shows it, on stderr.
In a pipe only answers go to stdout, and the exit code is 1 when a line had no answer: its run failed, was stopped or still
waits for a person, or it was a command or a decision that could not be obeyed.
`;

/** @throws ConfigError for what is not in `USAGE`. */
export function readArguments(words: readonly string[]): ChatArguments {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { agent: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
    });
    return values.agent === undefined ? { help: values.help } : { help: values.help, agent: values.agent };
  } catch (cause) {
    throw new ConfigError(`${cause instanceof Error ? cause.message : String(cause)}\n\n${USAGE}`, { cause });
  }
}
