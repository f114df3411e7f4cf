import { ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { badRequest, escapedPointer, faultOfNames, faultOfShape, type Fault } from './body-shape';

/** Checks a body or a query against its class: unknown fields are refused, each fault names its field by JSON pointer. */
export class StrictPipe extends ValidationPipe {
  constructor() {
    super({
      whitelist: true,
      forbidNonWhitelisted: true,
      transform: true,
      stopAtFirstError: true,
      validationError: { target: true, value: false },
      exceptionFactory: (faults: ValidationError[]) => badRequest(faults.flatMap((fault) => faultsOf(fault, '#'))),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const checked = metadata.type === 'body' ? (value ?? {}) : value;
    const fault = faultBefore(checked, metadata.type);
    if (fault) throw badRequest([fault]);
    return super.transform(checked, metadata);
  }
}

function faultBefore(value: unknown, type: ArgumentMetadata['type']): Fault | undefined {
  if (type === 'body') return faultOfShape(value);
  return type === 'query' && typeof value === 'object' && value !== null ? faultOfNames(value, '#') : undefined;
}

function faultsOf(fault: ValidationError, parent: string): Fault[] {
  const pointer = `${parent}/${escapedPointer(fault.property)}`;
  const own = Object.entries(fault.constraints ?? {}).map(([rule, message]) => ({
    pointer,
    detail: rule === 'whitelistValidation' ? `unknown field; expected one of: ${fieldsOf(fault.target)}` : message,
  }));
  return [...own, ...(fault.children ?? []).flatMap((child) => faultsOf(child, pointer))];
}

/** The fields that a body or query of the class of `target` may have. */
function fieldsOf(target: object | undefined): string {
  const known = getMetadataStorage().getTargetValidationMetadatas(target?.constructor ?? Object, '', false, false);
  return [...new Set(known.map(({ propertyName }) => propertyName))].join(', ');
}
