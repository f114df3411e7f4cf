import { Module } from '@nestjs/common';
import type { Demo } from '../../../src/demos/demo';
import type { DemoStep, DemoTurn } from '../../../src/index';
import { PayBlockedTool, PayKnownTool, PaySlowTool, PayTool } from './pay.tools';

@Module({ providers: [PayTool, PayKnownTool, PaySlowTool, PayBlockedTool] })
class LedgerModule {}

/** Pays one account three different amounts, each once, whatever is observed: `pay alice` or `payKnown alice`; `payBlocked alice` and `paySlow alice` pay once. */
export const ledgerDemo: Demo = {
  agent: {
    name: 'ledger',
    description: 'Pays accounts.',
    instructions: 'Pay what is asked for.',
    tools: ['pay', 'payKnown', 'paySlow', 'payBlocked'],
    protocol: 'text',
    language: 'en',
  },
  module: LedgerModule,
  rules: { agent: 'ledger', next },
};

/** Cents of the payments of one run. */
export const AMOUNTS = [100, 200, 300];

function next({ question, observations }: DemoTurn): DemoStep {
  const [, tool = 'pay', account = 'nobody'] = /(\w+) (\S+)/.exec(question) ?? [];
  const amount = AMOUNTS[observations.length];
  if ((tool === 'payBlocked' || tool === 'paySlow') && observations.length > 0)
    return { thought: 'Once is enough.', answer: 'Paid or not.' };
  if (amount === undefined) return { thought: 'All were tried.', answer: `Paid ${account}.` };
  return { thought: 'The next payment.', tool, input: { account, amount } };
}
