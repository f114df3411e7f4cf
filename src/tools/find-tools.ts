import { Reflector, type DiscoveryService } from '@nestjs/core';
import { ConfigError } from '../core/errors';
import { ReActTool, type ReActToolOptions } from './react-tool.decorator';
import { registeredTool, type RegisteredTool } from './registered-tool';

type Provider = ReturnType<DiscoveryService['getProviders']>[number];
type ToolClass = abstract new (...args: never[]) => object;
type Found = { readonly toolClass: ToolClass; readonly tool: RegisteredTool };

const reflector = new Reflector();

/**
 * The tools among all providers of the app, also those of a factory or a test's `overrideProvider`.
 * @throws ConfigError for a tool that is no singleton, is declared wrongly, or shares its name and an agent with another class
 */
export function findTools(discovery: DiscoveryService): RegisteredTool[] {
  const found: Found[] = [];
  const seen = new Set<ToolClass>();
  for (const provider of discovery.getProviders()) {
    const toolClass = toolClassOf(provider);
    // a class that two modules list is one tool, though Nest makes two instances
    if (!toolClass || seen.has(toolClass)) continue;
    seen.add(toolClass);
    const options = reflector.get<Partial<ReActToolOptions>>(ReActTool.KEY, toolClass as never);
    if (!provider.isDependencyTreeStatic() || provider.isTransient) {
      const scope = provider.isTransient ? 'transient' : 'request-scoped, or depends on a provider that is';
      throw new ConfigError(
        `Tool "${String(options.name)}" (${toolClass.name}) is ${scope}; ` +
          'a tool must be a singleton: what belongs to one run is in the ToolContext',
      );
    }
    const tool = registeredTool(options, provider.instance, toolClass.name);
    refuseNamesake({ toolClass, tool }, found);
    found.push({ toolClass, tool });
  }
  return found.map(({ tool }) => tool);
}

/** An agent must not have to choose between two tools of one name. */
function refuseNamesake({ toolClass, tool }: Found, others: readonly Found[]): void {
  const { name } = tool.spec;
  const namesake = others.find((other) => other.tool.spec.name === name && shareAnAgent(other.tool, tool));
  if (!namesake) return;
  throw new ConfigError(
    `Two tools are named "${name}": ${namesake.toolClass.name} and ${toolClass.name}; ` +
      'rename one of them in its @ReActTool, or give each the agents that it is for, none of them twice',
  );
}

const shareAnAgent = (a: RegisteredTool, b: RegisteredTool): boolean =>
  a.agents === undefined || b.agents === undefined || a.agents.some((agent) => b.agents?.includes(agent));

/** The decorated class behind a provider. A test's replacement is found by the token that it stands for. */
function toolClassOf({ instance, metatype, token }: Provider): ToolClass | undefined {
  const built: unknown =
    typeof instance === 'object' && instance !== null ? (instance as object).constructor : undefined;
  return [built, metatype, token].find(isToolClass);
}

const isToolClass = (value: unknown): value is ToolClass =>
  typeof value === 'function' && reflector.get<unknown>(ReActTool.KEY, value as never) !== undefined;
