import { Module, type DynamicModule } from '@nestjs/common';
import { Access } from '../access/access';
import { AccessGuard } from '../access/access.guard';
import { ACCESS_OPTIONS, type AccessOptions } from '../access/access-options';
import { ApprovalsController } from './approvals.controller';
import { ConversationsController } from './conversations.controller';
import { ReActController } from './react.controller';
import { RunsController } from './runs.controller';
import { OpenStreams } from './sse/open-streams';

/** Options of ReActHttpModule. */
export type ReActHttpOptions = AccessOptions;

/**
 * The REST surface; a library user imports it beside ReActAgentModule to mount the routes. Imported as it is, it lets everybody
 * who reaches the app do everything; `forRoot` says who may.
 */
@Module({
  controllers: [ReActController, RunsController, ApprovalsController, ConversationsController],
  providers: [Access, AccessGuard, OpenStreams],
  exports: [Access, AccessGuard],
})
export class ReActHttpModule {
  static forRoot(options: ReActHttpOptions): DynamicModule {
    return { module: ReActHttpModule, providers: [{ provide: ACCESS_OPTIONS, useValue: options }] };
  }
}
