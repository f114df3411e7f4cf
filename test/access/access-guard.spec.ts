import { Controller, Get, Injectable, Module, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import {
  AccessGuard,
  Caller,
  Needs,
  OpenToAll,
  ReActAgentModule,
  ReActHttpModule,
  ScriptedModel,
  type Principal,
  type ReActHttpOptions,
} from 'nest-react-agent';

const agents = [{ name: 'clerk', instructions: 'You answer.', tools: [] }];

@Controller('later')
class LaterController {
  @Get('forgotten')
  forgotten(): string {
    return 'secret';
  }

  @Get('open')
  @OpenToAll()
  open(): string {
    return 'open';
  }

  @Get('whoami')
  @Needs('ask')
  whoami(@Caller() { name }: Principal): string {
    return name;
  }
}

async function start(http: ReActHttpOptions | undefined, isGuardedWhole: boolean) {
  const model = new ScriptedModel(['Final Answer: 42']);
  @Module({
    imports: [ReActAgentModule.forRoot({ model, agents }), http ? ReActHttpModule.forRoot(http) : ReActHttpModule],
    controllers: [LaterController],
    providers: isGuardedWhole ? [{ provide: APP_GUARD, useExisting: AccessGuard }] : [],
  })
  class AppOfAUser {}
  const app = (await Test.createTestingModule({ imports: [AppOfAUser] }).compile()).createNestApplication({
    logger: false,
  });
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}${path}`, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  return { get, close: () => app.close() };
}

/** A session or a token of the app's own would do the same. */
const identify: ReActHttpOptions['identify'] = ({ headers }) =>
  typeof headers['x-user'] === 'string'
    ? { name: headers['x-user'], tenant: 'acme', scopes: headers['x-user'] === 'root' ? ['admin'] : ['ask'] }
    : undefined;

describe('the guard in an app', () => {
  it('lets everybody in when nothing else is said', async () => {
    const app = await start(undefined, false);
    expect((await app.get('/api/react/runs')).status).toBe(200);
    expect((await app.get('/later/forgotten')).text).toBe('secret');
    await app.close();
  });

  it('asks the app who calls, and leaves its other routes alone', async () => {
    const app = await start({ identify }, false);
    expect((await app.get('/api/react/runs')).status).toBe(401);
    expect((await app.get('/api/react/runs', { 'x-user': 'amy' })).status).toBe(200);
    expect((await app.get('/later/forgotten')).text).toBe('secret');
    await app.close();
  });

  it('of the whole app denies a route that says nothing to all but admins', async () => {
    const app = await start({ identify }, true);
    expect((await app.get('/later/forgotten')).status).toBe(401);
    expect((await app.get('/later/forgotten', { 'x-user': 'amy' })).status).toBe(403);
    expect((await app.get('/later/forgotten', { 'x-user': 'root' })).text).toBe('secret');
    expect((await app.get('/later/open')).text).toBe('open');
    expect((await app.get('/later/whoami', { 'x-user': 'amy' })).text).toBe('amy');
    await app.close();
  });

  it('works behind a guard of the app’s own', async () => {
    @Injectable()
    class OwnGuard implements CanActivate {
      canActivate(context: ExecutionContext): boolean {
        Object.assign(context.switchToHttp().getRequest<object>(), { user: { id: 'u7', company: 'acme' } });
        return true;
      }
    }
    const fromUser: ReActHttpOptions['identify'] = (request) => {
      const { user } = request as { user?: { id: string; company: string } };
      return user && { name: user.id, tenant: user.company, scopes: ['ask'] };
    };
    const imports = [
      ReActAgentModule.forRoot({ model: new ScriptedModel([]), agents }),
      ReActHttpModule.forRoot({ identify: fromUser }),
    ];
    const providers = [{ provide: APP_GUARD, useClass: OwnGuard }];
    const app = (await Test.createTestingModule({ imports, providers }).compile()).createNestApplication();
    await app.listen(0, '127.0.0.1');
    expect((await fetch(`${await app.getUrl()}/api/react/runs`)).status).toBe(200);
    await app.close();
  });

  it('is not told two things at once', async () => {
    await expect(start({ identify, keys: [] }, false)).rejects.toThrow('either keys or identify');
  });
});
