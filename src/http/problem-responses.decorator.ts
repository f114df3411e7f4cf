import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from './openapi';
import { ProblemDto } from './dto/problem.dto';

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is wrong; `errors` names the fields.',
  404: 'There is no such run.',
  406: 'Only application/json is served here.',
  413: 'The body is larger than 256 KiB.',
  415: 'The body is not application/json.',
  500: 'A fault of ours.',
  502: 'The model provider refused, failed, or sent a reply that is none.',
  503: 'The model provider or the store is overloaded or away; see `Retry-After`.',
  504: 'The model provider was too slow.',
};

/** Documents the problems that a route can answer. */
export const ProblemResponses = (...statuses: number[]): MethodDecorator & ClassDecorator =>
  applyDecorators(
    ApiExtraModels(ProblemDto),
    ...statuses.map((status) =>
      ApiResponse({
        status,
        description: DESCRIPTIONS[status] ?? '',
        content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemDto) } } },
      }),
    ),
  );
