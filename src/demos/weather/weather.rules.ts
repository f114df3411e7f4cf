import type { DemoCall, DemoRules, DemoStep, DemoTurn } from '../../index';
import { observed, type Observed } from '../reading/observed';
import { answer, askOpen } from '../reading/steps';
import { citiesStep } from './rules/city-steps';
import { differenceOf, meanOf } from './rules/expressions';
import { givenText, notComputed, OTHER_TIME, UNKNOWN } from './rules/weather-answers';
import { weatherRequestOf } from './rules/weather-request';

/** Stands in for a model that knows no temperature: it asks the tools, and for every sum the calculator. */
export const weatherRules: DemoRules = {
  agent: 'weather',

  next(turn: DemoTurn): DemoStep {
    const request = weatherRequestOf(turn);
    switch (request.kind) {
      case 'given': {
        const { metric, degrees } = request;
        const expression = metric === 'average' ? meanOf(degrees) : differenceOf(degrees);
        return calculated(turn, expression, '度数用户已经给了，直接计算。', (result) =>
          givenText(metric, degrees, result),
        );
      }
      case 'arithmetic':
        return calculated(turn, request.expression, '这是一道算式，用计算器。', (result) =>
          result?.ok ? `${request.expression} = ${result.content}` : notComputed(result),
        );
      case 'cities':
        return citiesStep(turn, request);
      case 'other-time':
        return answer('这个时间没有数据。', OTHER_TIME);
      case 'unknown':
        return answer('这不在离线演示模型的规则里。', UNKNOWN);
      default:
        return request satisfies never;
    }
  },
};

function calculated(
  turn: DemoTurn,
  expression: string,
  thought: string,
  tell: (result: Observed | undefined) => string,
): DemoStep {
  const call: DemoCall = { tool: 'calculate', input: { expression } };
  return askOpen(turn, thought, [call]) ?? answer('算好了。', tell(observed(turn, call)));
}
