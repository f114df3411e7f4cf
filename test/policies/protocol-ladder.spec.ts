import { fold, type Run } from '../../src/core/run';
import { AUTO, protocolOf } from '../../src/policies';
import { acts, startEvent, unreadable } from '../core/script';

/** `native+` is a readable step in native, `json-` an unreadable one in JSON. */
const runWith = (protocol: string, ...spelled: string[]): Run => {
  const start = fold([startEvent()]);
  return {
    ...start,
    protocol,
    steps: spelled.map((step, order) => ({
      ...{ index: order + 1, startedAt: 0, repliedAt: 0, text: '', actions: [], usage: start.usage },
      protocol: step.slice(0, -1),
      decision: step.endsWith('-') ? unreadable() : acts(['look']),
    })),
  };
};

describe('auto', () => {
  it.each([
    ['begins with native calls', true, [], 'native'],
    ['begins with JSON where the provider takes no tools', false, [], 'json'],
    ['stays where it is after one unreadable reply', true, ['native-'], 'native'],
    ['goes down after two in a row', true, ['native-', 'native-'], 'json'],
    ['counts anew after a readable reply', true, ['native-', 'native+', 'native-'], 'native'],
    ['counts anew in the next protocol', true, ['native-', 'native-', 'json-'], 'json'],
    ['reaches text', true, ['native-', 'native-', 'json-', 'json-'], 'text'],
    ['ends with text', true, ['native-', 'native-', 'json-', 'json-', 'text-', 'text-'], 'text'],
    ['does not go up again after readable replies', true, ['native-', 'native-', 'json+', 'json+', 'json+'], 'json'],
    ['goes on in JSON once tools are refused in the middle', false, ['native+', 'native+'], 'json'],
    ['does not count what was unreadable before tools were refused', false, ['native-', 'json-'], 'json'],
    ['keeps to JSON when a restart has forgotten the refusal', true, ['json+', 'json+'], 'json'],
    ['goes on in text from JSON without tools', false, ['native+', 'json-', 'json-'], 'text'],
  ] as const)('%s', (_, takesTools, steps, protocol) => {
    expect(protocolOf(runWith(AUTO, ...steps), { takesTools })).toBe(protocol);
  });
});

it.each(['native', 'json', 'text'])('a fixed protocol never changes: %s', (protocol) => {
  const steps = ['native-', 'native-', 'json-', 'json-', 'text-', 'text-'];
  for (const takesTools of [true, false]) {
    expect(protocolOf(runWith(protocol, ...steps), { takesTools })).toBe(protocol);
  }
});
