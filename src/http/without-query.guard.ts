import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { badRequest, escapedPointer } from './body-shape';

/** For routes that take no query: a parameter that is ignored would promise something. */
export class WithoutQuery implements CanActivate {
  canActivate(context: ExecutionContext): true {
    refuseQuery(context.switchToHttp().getRequest<{ query: object }>());
    return true;
  }
}

/** @throws BadRequestError that names each parameter of the query. */
export function refuseQuery({ query }: { query: object }): void {
  const faults = Object.keys(query).map((name) => ({
    pointer: `#/${escapedPointer(name)}`,
    detail: 'unknown query parameter; this route takes none',
  }));
  if (faults.length > 0) throw badRequest(faults);
}
