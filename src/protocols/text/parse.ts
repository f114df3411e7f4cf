import type { ModelReply } from '../../core/model';
import type { Decision } from '../../core/protocol';
import { decide } from '../decide';
import { toolNamesOf } from '../tool-names';
import { readReply } from './read-reply';

/** What a reply in the text spelling means. A reply that the provider cut is never used, whole as it may look. */
export const parseText = (reply: ModelReply, tools: readonly { readonly name: string }[]): Decision =>
  decide(reply, readReply(reply.text, toolNamesOf(tools)), 'text');
