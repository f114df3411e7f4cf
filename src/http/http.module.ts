import { Module } from '@nestjs/common';
import { ConversationsController } from './conversations.controller';
import { ReActController } from './react.controller';
import { RunsController } from './runs.controller';

/** The REST surface; a library user imports it beside ReActAgentModule to mount the routes. */
@Module({ controllers: [ReActController, RunsController, ConversationsController] })
export class ReActHttpModule {}
