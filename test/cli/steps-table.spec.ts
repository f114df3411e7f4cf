import { stepsTable } from '../../src/cli/steps-table';
import { fold } from '../../src/core/run';
import {
  aCall,
  aModelReplied,
  anAct,
  anAnsweredRun,
  anObservation,
  aRunStarted,
  aStepStarted,
  aToolFinished,
  eventsOf,
} from '../support/builders';

describe('the table of steps', () => {
  it('has a line for each action and for the answer', () => {
    expect(stepsTable(fold(eventsOf('run-1', anAnsweredRun()))).split('\n')).toEqual([
      'step  model ms  tool ms  ended  what',
      '1     1000      1000     ok     query_order {"orderId":"88231"}',
      '2     1000               ok     answer: 42',
    ]);
  });

  it('tells failed calls, calls that never ran and replies that could not be read', () => {
    const calls = [aCall({ input: 'a\nb' }), aCall({ id: 's1_call_1', name: 'track' })];
    const events = eventsOf('run-1', [
      aRunStarted(),
      aStepStarted(1),
      aModelReplied(anAct(...calls), 1),
      aToolFinished('s1_call_0', anObservation('no', false)),
      aStepStarted(2),
      aModelReplied({ kind: 'malformed', thought: '', reason: 'empty', problem: 'Nothing\u001b there' }, 2),
    ]);
    expect(stepsTable(fold(events)).split('\n').slice(1)).toEqual([
      '1     1000               error    query_order a\\nb',
      '1                        not run  track {"orderId":"88231"}',
      '2     1000               unread   Nothing\\u001b there',
    ]);
  });
});
