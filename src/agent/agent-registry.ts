import { Inject, Injectable } from '@nestjs/common';
import { DEFAULT_LIMITS, type AgentDefinition, type Limits } from '../core/agent-definition';
import { BadRequestError, ConfigError } from '../core/errors';
import type { RunStore } from '../core/run-store';
import type { AgentTools } from '../tools/agent-tools';
import { ToolRegistry } from '../tools/tool-registry';
import { type AgentOptions } from './agent-options';
import { OutputParser } from './output-parser';
import { AGENT_OPTIONS, RUN_STORE } from './tokens';

/** An agent with everything about it that is the same for all its runs. */
export interface RegisteredAgent {
  readonly definition: AgentDefinition;
  readonly tools: AgentTools;
  readonly protocol: string;
  readonly limits: Limits;
}

const AGENT_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** The agents of the app by name. A mistake in a definition stops the boot. */
@Injectable()
export class AgentRegistry {
  readonly #agents = new Map<string, RegisteredAgent>();

  constructor(
    @Inject(AGENT_OPTIONS) private readonly options: AgentOptions,
    @Inject(ToolRegistry) private readonly tools: ToolRegistry,
    @Inject(OutputParser) private readonly parser: OutputParser,
    @Inject(RUN_STORE) private readonly store: RunStore,
  ) {}

  /**
   * Checks and compiles the definitions; called once, when the tools are known.
   * @throws ConfigError for two agents of one name, a tool that nobody provides or that this store cannot serve, an unknown protocol or default
   * agent, an exemption that exempts nothing.
   */
  load(): void {
    for (const definition of this.options.agents) {
      const { name } = definition;
      if (!AGENT_NAME.test(name)) {
        throw new ConfigError(`Agent name "${name}" must be 1 to 64 characters of A-Z, a-z, 0-9, _ and -`);
      }
      if (this.#agents.has(name)) throw new ConfigError(`Two agents are named "${name}"; rename one of them`);
      const protocol = this.options.protocol ?? definition.protocol ?? 'text';
      this.parser.choice(protocol);
      const limits = clamped({ ...this.options.limits, ...definition.limits }, this.options.limits);
      this.#agents.set(name, {
        definition,
        tools: this.tools.toolsFor(definition.tools, name, {
          language: definition.language ?? 'en',
          effects: this.store.effects,
        }),
        protocol,
        limits,
      });
    }
    this.#checkExemptions();
    const { defaultAgent } = this.options;
    if (defaultAgent !== undefined && !this.#agents.has(defaultAgent)) {
      const got = JSON.stringify(defaultAgent.slice(0, 100));
      throw new ConfigError(`defaultAgent (REACT_DEFAULT_AGENT): expected ${this.#expected()}, got ${got}`);
    }
  }

  /** A name that is misspelt would leave a tool that asks; one of a tool that only reads shows a mistake about what asks. */
  #checkExemptions(): void {
    const { approvals } = this.options;
    const writes = this.tools.list().flatMap(({ name, effect }) => (effect === 'write' ? name : []));
    const wrong = approvals ? approvals.exempt?.find((name) => !writes.includes(name)) : undefined;
    if (wrong === undefined) return;
    throw new ConfigError(
      `approvals.exempt (REACT_APPROVALS_EXEMPT): expected names of tools that write (${[...new Set(writes)].join(', ') || 'there is none'}), ` +
        `got ${JSON.stringify(wrong.slice(0, 100))}`,
    );
  }

  /** The named agent, or the default one. @throws BadRequestError for an unknown name. */
  get(name: string | undefined): RegisteredAgent {
    const agent = this.find(name ?? this.options.defaultAgent ?? this.options.agents[0]?.name ?? '');
    if (agent) return agent;
    const detail = `unknown agent "${(name ?? '').slice(0, 64)}"; expected ${this.#expected()}`;
    throw new BadRequestError(detail, [{ pointer: '#/agent', detail }]);
  }

  find(name: string): RegisteredAgent | undefined {
    return this.#agents.get(name);
  }

  list(): RegisteredAgent[] {
    return [...this.#agents.values()];
  }

  #expected(): string {
    const names = [...this.#agents.keys()];
    return names.length > 0 ? `one of: ${names.join(', ')}` : 'an agent, but none is registered';
  }
}

/** Limits never exceed the server's own. */
export function clamped(wanted: Partial<Limits>, server: Limits): Limits {
  const limits = { ...server };
  for (const key of Object.keys(DEFAULT_LIMITS) as (keyof Limits)[]) {
    limits[key] = Math.min(wanted[key] ?? server[key], server[key]);
  }
  return limits;
}
