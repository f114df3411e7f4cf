import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { badRequest, escapedPointer, type Fault } from './body-shape';

/** For routes that change something and take no body: a field that is ignored would promise something. */
export class WithoutBody implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const { body } = context.switchToHttp().getRequest<{ body?: unknown }>();
    const faults = faultsOf(body ?? {});
    if (faults.length > 0) throw badRequest(faults);
    return true;
  }
}

function faultsOf(body: unknown): readonly Fault[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return [{ pointer: '#', detail: 'expected no body, or a JSON object without fields' }];
  }
  return Object.keys(body).map((name) => ({
    pointer: `#/${escapedPointer(name)}`,
    detail: 'unknown field; this route takes none',
  }));
}
