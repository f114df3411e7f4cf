import type { ScriptedCall, WireOddities } from './turns';

type Json = Record<string, unknown>;

export const argumentsOf = (call: ScriptedCall | undefined): string =>
  typeof call?.input === 'string' ? call.input : JSON.stringify(call?.input ?? {});

/** `tool_calls` of a whole message. */
export const wholeCalls = (calls: readonly ScriptedCall[], wire: WireOddities = {}): Json[] =>
  calls.map((call, order) => ({
    ...idOf(call, order, wire),
    type: 'function',
    function: { name: call.name, ...argumentField(call, wire) },
  }));

/** The deltas of streamed calls, one piece each. */
export function callPieces(calls: readonly ScriptedCall[], wire: WireOddities): Json[] {
  if (wire.functionCall) return legacyPieces(calls[0]);
  return calls.flatMap((call, order) => {
    const index = indexOf(order, wire);
    if (wire.args === 'whole' || wire.args === 'object' || wire.args === 'none') {
      const [whole] = wholeCalls([call], wire);
      return [{ tool_calls: [{ ...index, ...whole, ...idOf(call, order, wire) }] }];
    }
    const first = {
      ...index,
      ...idOf(call, order, wire),
      type: 'function',
      function: { name: call.name, arguments: '' },
    };
    const rest = halves(argumentsOf(call)).map((part, position) => ({
      ...index,
      ...laterId(call, order, position, wire),
      function: { ...laterName(call, wire), arguments: part },
    }));
    return [first, ...rest].map((piece) => ({ tool_calls: [piece] }));
  });
}

function legacyPieces(call: ScriptedCall | undefined): Json[] {
  if (!call) return [];
  const parts = halves(argumentsOf(call)).map((part) => ({ function_call: { arguments: part } }));
  return [{ function_call: { name: call.name, arguments: '' } }, ...parts];
}

function argumentField(call: ScriptedCall, wire: WireOddities): Json {
  if (wire.args === 'none') return {};
  return { arguments: wire.args === 'object' ? call.input : argumentsOf(call) };
}

const indexOf = (order: number, { index }: WireOddities): Json =>
  index === 'missing' ? {} : { index: index === 'zero' ? 0 : order };

const idOf = (call: ScriptedCall, order: number, { ids }: WireOddities): Json =>
  ids === 'none' ? {} : { id: call.id ?? `call_${order}` };

function laterId(call: ScriptedCall, order: number, position: number, { ids }: WireOddities): Json {
  if (ids === 'repeated') return { id: call.id ?? `call_${order}` };
  if (ids === 'empty') return { id: '' };
  return ids === 'fresh' ? { id: `fresh_${order}_${position}` } : {};
}

const laterName = (call: ScriptedCall, { ids }: WireOddities): Json =>
  ids === 'repeated' ? { name: call.name } : ids === 'empty' ? { name: '' } : {};

/** In two, so that neither is JSON. */
const halves = (text: string): string[] => {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
};
