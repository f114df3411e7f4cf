import { applyDecorators } from '@nestjs/common';
import { Needs } from '../access/access.guard';
import type { Scope } from '../access/principal';
import { ApiSecurity } from './openapi';
import { ProblemResponses } from './problem-responses.decorator';

/** Name of the security scheme in the OpenAPI document. */
export const KEY_SCHEME = 'key';

/** The scope that a route needs, for the guard and for a reader of the API. */
export const NeedsKey = (scope: Scope): MethodDecorator & ClassDecorator =>
  applyDecorators(
    Needs(scope),
    ApiSecurity(KEY_SCHEME, [scope]),
    ProblemResponses('unauthorized', 'forbidden', 'rate_limited'),
  );
