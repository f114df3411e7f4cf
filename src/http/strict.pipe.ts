import { ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import { BadRequestError } from '../core/errors';
import { escapedPointer, faultOfShape } from './body-shape';

interface Fault {
  pointer: string;
  detail: string;
}

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
    const checked = metadata.type === 'body' ? (value ?? {}) : value;
    const fault = metadata.type === 'body' ? faultOfShape(checked) : undefined;
    if (fault) throw badRequest([fault]);
    return super.transform(checked, metadata);
  }
}

function badRequest(faults: readonly Fault[]): BadRequestError {
  const message = faults.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; ');
  return new BadRequestError(message.slice(0, 1000), faults.slice(0, 20));
}

function faultsOf(fault: ValidationError, parent: string): Fault[] {
  const pointer = `${parent}/${escapedPointer(fault.property)}`;
  const own = Object.entries(fault.constraints ?? {}).map(([rule, message]) => ({
    pointer,
    detail: rule === 'whitelistValidation' ? 'unknown field' : message,
  }));
  return [...own, ...(fault.children ?? []).flatMap((child) => faultsOf(child, pointer))];
}
