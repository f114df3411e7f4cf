import { createParamDecorator, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Access, callerOf } from './access';
import type { Principal, Scope } from './principal';

const SCOPE = 'nest-react-agent:scope';
const OPEN = 'open';

/** The scope that a route, or each route of a controller, needs. A route that names none needs `admin`. */
export const Needs = (scope: Scope): MethodDecorator & ClassDecorator => SetMetadata(SCOPE, scope);

/** For a route that everybody may call. */
export const OpenToAll = (): MethodDecorator & ClassDecorator => SetMetadata(SCOPE, OPEN);

/** The caller, as a parameter of a route behind the guard. */
export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext): Principal =>
  callerOf(context.switchToHttp().getRequest<IncomingMessage>()),
);

/**
 * Asks for a key before a handler runs, whatever way led to it: how its path was written does not matter. Denies what does not
 * say who may call it.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly access: Access,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const places = [context.getHandler(), context.getClass()];
    const scope = this.reflector.getAllAndOverride<Scope | typeof OPEN | undefined>(SCOPE, places) ?? 'admin';
    if (scope === OPEN) return true;
    const http = context.switchToHttp();
    await this.access.admit(http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>(), scope);
    return true;
  }
}
