import { ValidateIf } from 'class-validator';

/** A field that may be absent. Not `IsOptional`: it lets null through as well, which no field here means anything by. */
export const IfPresent = (): PropertyDecorator => ValidateIf((_object, value) => value !== undefined);
