import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ConfigError } from '../core/errors';
import type { Effect, JsonSchema, ToolSpec } from '../core/tool';
import { AgentTools, type AgentToolsOptions } from './agent-tools';
import { closestName } from './closest-name';
import { findTools } from './find-tools';
import type { Trust } from './react-tool.decorator';
import type { RegisteredTool } from './registered-tool';

/** A tool as `GET /api/react/tools` shows it. */
export interface ToolListing {
  name: string;
  description: string;
  effect: Effect;
  /** Whether others than the operator may have written what it returns. */
  trust: Trust;
  /** Whether a person may have to decide before it runs. */
  approval: boolean;
  timeoutMs: number;
  /** Names of the agents that it is for; null for every agent. Tools of one name have no agent in common. */
  agents: readonly string[] | null;
  inputSchema: JsonSchema;
  examples: readonly unknown[];
}

/** Every tool of the app, collected from all modules when the app starts. */
@Injectable()
export class ToolRegistry implements OnModuleInit {
  #tools: readonly RegisteredTool[] | undefined;
  readonly #specs = new Map<string, readonly ToolSpec[]>();

  constructor(@Inject(DiscoveryService) private readonly discovery: DiscoveryService) {}

  /** @throws ConfigError for a tool that could not work: the boot stops. */
  onModuleInit(): void {
    this.#all();
  }

  /**
   * Specs in the given order, or of all tools. The same names give the same array each time. Without an agent's name, a name that
   * several tools have for different agents is none of theirs.
   * @throws ConfigError for a name that is not registered
   */
  specs(names?: readonly string[], agentName?: string): readonly ToolSpec[] {
    const key = JSON.stringify([names, agentName]);
    const known = this.#specs.get(key);
    if (known) return known;
    const tools = names ? this.#select(names, agentName) : this.#all();
    const specs = tools.map(({ spec }) => spec);
    this.#specs.set(key, specs);
    return specs;
  }

  list(): ToolListing[] {
    return this.#all().map(({ spec, options, trust, timeoutMs, agents }) => ({
      name: spec.name,
      description: spec.description,
      effect: options.effect,
      trust,
      approval: options.approval !== undefined && options.approval !== false,
      timeoutMs,
      agents: agents ?? null,
      inputSchema: spec.inputSchema,
      examples: spec.examples ?? [],
    }));
  }

  /** @throws ConfigError that names the agent, for a tool that is not registered or listed twice */
  require(names: readonly string[], agentName?: string): void {
    this.#select(names, agentName);
  }

  /**
   * The engine's view of one agent's tools: no other can be called.
   * @throws ConfigError like `require`
   */
  toolsFor(names: readonly string[], agentName?: string, options: AgentToolsOptions = {}): AgentTools {
    return new AgentTools(this.#select(names, agentName), this.specs(names, agentName), options);
  }

  /** Collected at the first use: another module's `onModuleInit` may run before ours. */
  #all(): readonly RegisteredTool[] {
    this.#tools ??= findTools(this.discovery);
    return this.#tools;
  }

  #select(names: readonly string[], agentName?: string): RegisteredTool[] {
    const whose = agentName === undefined ? 'An agent' : `Agent "${agentName}"`;
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw new ConfigError(`${whose} lists the tool "${twice}" twice; list it once`);
    return names.map((name) => {
      const namesakes = this.#all().filter(({ spec }) => spec.name === name);
      if (namesakes.length === 0) throw this.#unknown(name, whose);
      const tool =
        agentName === undefined && namesakes.length > 1 ? undefined : namesakes.find((one) => serves(one, agentName));
      if (tool) return tool;
      const agents = namesakes.flatMap((one) => one.agents ?? []).join(', ');
      throw new ConfigError(
        `${whose} names the tool "${name}", which is only for these agents: ${agents}; add the agent in its @ReActTool`,
      );
    });
  }

  #unknown(name: string, whose: string): ConfigError {
    const registered = [...new Set(this.#all().map(({ spec }) => spec.name))];
    const closest = closestName(name, registered);
    return new ConfigError(
      `${whose} names the tool "${name}", which no module provides` +
        `${closest === undefined ? '.' : `; did you mean "${closest}"?`}` +
        ` Registered tools: ${registered.join(', ') || 'none'}. List the class with @ReActTool in a module's providers.`,
    );
  }
}

/** Who asks without an agent's name may have any tool. */
const serves = ({ agents }: RegisteredTool, agentName: string | undefined): boolean =>
  agents === undefined || agentName === undefined || agents.includes(agentName);
