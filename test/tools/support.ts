import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { IsString } from 'class-validator';
import { NO_USAGE, type Message, type Model, type Usage } from '../../src/core/model';
import type { InvokeContext, ToolCall } from '../../src/core/tool';
import { ReActTool, type ReActToolOptions } from '../../src/tools/react-tool.decorator';
import { ToolRegistry } from '../../src/tools/tool-registry';

/** A registry of an app that has these tools. Its boot errors reach the caller. */
export async function registryOf(...providers: (Type | object)[]): Promise<ToolRegistry> {
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule],
    providers: [ToolRegistry, ...(providers as Type[])],
  }).compile();
  await module.init();
  return module.get(ToolRegistry);
}

export const aCall = (name: string, input: unknown = {}): ToolCall => ({ id: 's1_call_0', name, input });

/** A model that is asked by tools. */
export const modelThat = (
  complete: (messages: readonly Message[], signal: AbortSignal) => Promise<{ text: string; usage: Usage }>,
): Model => ({
  name: 'asked',
  async *stream({ messages }, signal) {
    yield { reply: { ...(await complete(messages, signal)), calls: [], finishReason: 'stop' as const } };
  },
});

export const aContext = (change: Partial<InvokeContext> = {}): InvokeContext => ({
  run: { id: 'run-1', agent: 'tester', tenant: 'default', language: 'en' },
  idempotencyKey: 'run-1:s1_call_0',
  signal: new AbortController().signal,
  now: () => Date.UTC(2026, 5, 30, 11, 5, 23),
  timeZone: 'Asia/Shanghai',
  model: modelThat(async () => ({ text: 'completed', usage: { ...NO_USAGE, inputTokens: 10, outputTokens: 2 } })),
  ...change,
});

export class Nothing {}
export class City {
  @IsString() city!: string;
}

/** A tool class made on the spot; JavaScript users can leave out what the types ask for. */
export const toolClass = (options: Partial<ReActToolOptions>, execute: unknown = () => 'done'): new () => object => {
  @ReActTool({
    name: 'lookAround',
    description: 'Looks around.',
    input: Nothing,
    effect: 'read',
    ...options,
  })
  @Injectable()
  class SomeTool {}
  Object.assign(SomeTool.prototype, { execute });
  return SomeTool;
};
