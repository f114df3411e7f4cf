import { Inject, Injectable } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { IsString } from 'class-validator';
import {
  MemoryStore,
  ReActAgentModule,
  ReActTool,
  type Model,
  type ReActAgentOptions,
  type ToolContext,
} from '../../src';

class OrderInput {
  @IsString()
  order!: string;
}

/** What the tools below do when they run; a test puts its own in. */
export interface Doings {
  look: (order: string, context: ToolContext) => unknown;
  pay: (order: string, context: ToolContext) => unknown;
  /** Gives back what others wrote. */
  search: (order: string, context: ToolContext) => unknown;
  /** Writes, and asks nobody by itself. */
  note: (order: string, context: ToolContext) => unknown;
}

export const DOINGS = Symbol('DOINGS');

@ReActTool({ name: 'look', description: 'Looks at an order.', input: OrderInput, effect: 'read' })
@Injectable()
class LookTool {
  constructor(@Inject(DOINGS) private readonly doings: Doings) {}

  execute({ order }: OrderInput, context: ToolContext): unknown {
    return this.doings.look(order, context);
  }
}

@ReActTool({ name: 'pay', description: 'Pays an order back.', input: OrderInput, effect: 'write', approval: true })
@Injectable()
class PayTool {
  constructor(@Inject(DOINGS) private readonly doings: Doings) {}

  execute({ order }: OrderInput, context: ToolContext): unknown {
    return this.doings.pay(order, context);
  }
}

const search = { name: 'search', description: 'Searches the web.', input: OrderInput, effect: 'read' } as const;

@ReActTool({ ...search, trust: 'untrusted' })
@Injectable()
class SearchTool {
  constructor(@Inject(DOINGS) private readonly doings: Doings) {}

  execute({ order }: OrderInput, context: ToolContext): unknown {
    return this.doings.search(order, context);
  }
}

@ReActTool({ name: 'note', description: 'Notes something on an order.', input: OrderInput, effect: 'write' })
@Injectable()
class NoteTool {
  constructor(@Inject(DOINGS) private readonly doings: Doings) {}

  execute({ order }: OrderInput, context: ToolContext): unknown {
    return this.doings.note(order, context);
  }
}

/** Nobody is asked for an approval unless the options say so. */
export async function shop(
  model: Model,
  options: Partial<ReActAgentOptions> = {},
  doings: Partial<Doings> = {},
): Promise<TestingModule> {
  const agents = [{ name: 'clerk', instructions: 'You sell.', tools: ['look', 'pay'] }];
  const given: ReActAgentOptions = { model, agents, store: new MemoryStore(), approvals: false, ...options };
  const all: Doings = {
    look: (order) => `${order} is here`,
    pay: (order) => `${order} is paid`,
    search: (order) => `The web about ${order}`,
    note: (order) => `${order} is noted`,
    ...doings,
  };
  const module = await Test.createTestingModule({
    imports: [ReActAgentModule.forRoot(given)],
    providers: [LookTool, PayTool, SearchTool, NoteTool, { provide: DOINGS, useValue: all }],
  }).compile();
  module.useLogger(false);
  return module.init();
}

export const act = (tool: string, order = 'A1'): string =>
  `Thought: so\nAction: ${tool}\nAction Input: ${JSON.stringify({ order })}`;
export const answer = (text: string): string => `Thought: done\nFinal Answer: ${text}`;
