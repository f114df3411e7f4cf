import { Injectable, Logger } from '@nestjs/common';
import type { InvokeContext, Observation, ToolContext, ToolResult } from '../../src/core/tool';
import { ReActTool, type ReActToolOptions } from '../../src/tools/react-tool.decorator';
import { aCall, aContext, Nothing, registryOf } from './support';

export type Execute = (input: object, context: ToolContext) => unknown;

/** Runs one tool as the loop does. */
export async function invoke(
  execute: Execute,
  change: Partial<InvokeContext> = {},
  options: Partial<ReActToolOptions> = {},
): Promise<ToolResult> {
  @ReActTool({ name: 'try', description: 'Tries.', input: Nothing, effect: 'read', timeoutMs: 5_000, ...options })
  @Injectable()
  class TryTool {
    execute = execute;
  }
  const tools = (await registryOf(TryTool)).toolsFor(['try']);
  return tools.invoke(aCall('try'), {}, aContext(change));
}

export const observe = async (...given: Parameters<typeof invoke>): Promise<Observation> =>
  (await invoke(...given)).observation;

/** What is logged in each test of the file; after each, no rejection may be left unhandled. */
export function watchFaults(): { warnings: unknown[][] } {
  const seen = { warnings: [] as unknown[][] };
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(reason);
  beforeEach(() => {
    seen.warnings = [];
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((...given: unknown[]) => void seen.warnings.push(given));
    process.on('unhandledRejection', onRejection);
  });
  afterEach(() => {
    process.off('unhandledRejection', onRejection);
    jest.restoreAllMocks();
    expect(rejections).toEqual([]);
  });
  return seen;
}
