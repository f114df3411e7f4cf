import type { RegisteredAgent } from '../agent/agent-registry';
import type { Run } from '../core/run';
import { stepsTable } from './steps-table';
import { oneLine } from './printable';

/** What commands may look at and change. */
export interface CommandTarget {
  readonly agent: string;
  readonly lastRun: Run | undefined;
  listAgents(): readonly RegisteredAgent[];
  /** @throws BadRequestError for an unknown name */
  useAgent(name: string): void;
  startConversation(): void;
}

interface Command {
  readonly usage: string;
  readonly does: string;
  /** Gives what is to be said. */
  readonly run: (target: CommandTarget, argument: string) => string;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  '/agent': { usage: '/agent [NAME]', does: 'lists the agents, or goes on with another one', run: agent },
  '/new': { usage: '/new', does: 'starts a new conversation: what was said is not known in it', run: newConversation },
  '/steps': { usage: '/steps', does: 'shows the steps of the last run', run: steps },
  '/help': { usage: '/help', does: 'shows this', run: help },
};

/** Runs a command; undefined when there is none of that name. */
export const runCommand = (target: CommandTarget, name: string, argument: string): string | undefined =>
  Object.hasOwn(COMMANDS, name) ? COMMANDS[name]?.run(target, argument) : undefined;

function agent(target: CommandTarget, name: string): string {
  if (name !== '') {
    target.useAgent(name);
    return `agent ${target.agent}`;
  }
  const agents = target.listAgents().map(({ definition }) => definition);
  const width = Math.max(...agents.map((one) => one.name.length));
  return agents
    .map((one) => {
      const mark = one.name === target.agent ? '*' : ' ';
      return `${mark} ${one.name.padEnd(width)}  ${oneLine(one.description ?? '', 200)}`.trimEnd();
    })
    .join('\n');
}

function newConversation(target: CommandTarget): string {
  target.startConversation();
  return 'a new conversation';
}

function steps({ lastRun }: CommandTarget): string {
  return lastRun ? stepsTable(lastRun) : 'There is no run yet.';
}

function help(): string {
  const rows = [
    ...Object.values(COMMANDS).map(({ usage, does }) => [usage, does] as const),
    ['y, n, e', 'decide about a call that waits: y, n [why], e {…} with other arguments'] as const,
    ['exit, quit', 'leave, like Ctrl-D'] as const,
    ['Ctrl-C', 'stops the run; at the prompt it clears the line, twice it leaves'] as const,
  ];
  return rows.map(([usage, does]) => `${usage.padEnd(14)}${does}`).join('\n');
}
