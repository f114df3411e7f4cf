import { ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import { BadRequestError } from '../core/errors';

/** No field of this API nests deeper; class-transformer recurses, so that 50,000 brackets would overflow its stack. */
const MAX_DEPTH = 8;

/** Checks a body or a query against its class: unknown fields are refused, each fault names its field by JSON pointer. */
export class StrictPipe extends ValidationPipe {
  constructor() {
    super({
      whitelist: true,
      forbidNonWhitelisted: true,
      transform: true,
      stopAtFirstError: true,
      validationError: { target: false, value: false },
      exceptionFactory: (faults: ValidationError[]) => badRequest(faults.flatMap((fault) => faultsOf(fault, '#'))),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'body') {
      if (value === undefined) return super.transform({}, metadata);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw badRequest([{ pointer: '#', detail: 'expected a JSON object' }]);
      }
      if (isDeeperThan(value, MAX_DEPTH))
        throw badRequest([{ pointer: '#', detail: `nested deeper than ${MAX_DEPTH}` }]);
    }
    return super.transform(value, metadata);
  }
}

const badRequest = (errors: { pointer: string; detail: string }[]): BadRequestError =>
  new BadRequestError(
    errors
      .map(({ pointer, detail }) => `${pointer}: ${detail}`)
      .join('; ')
      .slice(0, 1000),
    errors.slice(0, 20),
  );

function faultsOf(fault: ValidationError, parent: string): { pointer: string; detail: string }[] {
  const pointer = `${parent}/${escaped(fault.property)}`;
  const own = Object.entries(fault.constraints ?? {}).map(([rule, message]) => ({
    pointer,
    detail: rule === 'whitelistValidation' ? 'unknown field' : message,
  }));
  return [...own, ...(fault.children ?? []).flatMap((child) => faultsOf(child, pointer))];
}

/** RFC 6901, and no longer than a reader needs. */
const escaped = (property: string): string => property.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1');

function isDeeperThan(root: object, max: number): boolean {
  let level: object[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > max) return true;
    level = level.flatMap((value) =>
      Object.values(value).filter((child) => typeof child === 'object' && child !== null),
    );
  }
  return false;
}
