import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from './openapi';
import { ProblemDto } from './dto/problem.dto';
import { problemExample, type ProblemName } from './problem-examples';

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', example: 5 } },
} as const;

const RATE_LIMIT = {
  'RateLimit-Policy': {
    description: 'Requests that a key may send in so many seconds.',
    schema: { type: 'string', example: '"key";q=600;w=60' },
  },
  RateLimit: {
    description: 'Requests that are left, and for how many seconds. On every answer to a key.',
    schema: { type: 'string', example: '"key";r=599;t=60' },
  },
} as const;

/** Documents the problems that a route can answer, each with an example. */
export function ProblemResponses(...names: ProblemName[]): MethodDecorator & ClassDecorator {
  const byStatus = new Map<number, ProblemName[]>();
  for (const name of names) {
    const { status } = problemExample(name);
    byStatus.set(status, [...(byStatus.get(status) ?? []), name]);
  }
  return applyDecorators(
    ApiExtraModels(ProblemDto),
    ...[...byStatus].map(([status, group]) => ApiResponse(responseOf(status, group))),
  );
}

const responseOf = (status: number, names: readonly ProblemName[]) => ({
  status,
  description: names.map((name) => problemExample(name).when).join(' '),
  ...([429, 503].includes(status) && { headers: { ...RETRY_AFTER, ...(status === 429 && RATE_LIMIT) } }),
  content: {
    'application/problem+json': {
      schema: { $ref: getSchemaPath(ProblemDto) },
      examples: Object.fromEntries(
        names.map((name) => {
          const { when, value } = problemExample(name);
          return [name, { summary: when, value }];
        }),
      ),
    },
  },
});
