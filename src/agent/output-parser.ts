import { Injectable } from '@nestjs/common';
import { ConfigError } from '../core/errors';
import type { ModelReply } from '../core/model';
import type { Decision, Protocol } from '../core/protocol';
import type { ToolSpec } from '../core/tool';
import { AUTO } from '../policies';
import { PROTOCOLS } from '../protocols';

/** Turns a model's reply into a decision, by the protocol that spelled the request. */
@Injectable()
export class OutputParser {
  /** @throws ConfigError for a name that no protocol has. */
  protocol(name: string): Protocol {
    const protocol = PROTOCOLS.get(name);
    if (protocol) return protocol;
    throw new ConfigError(`Unknown protocol "${name}"; expected one of: ${[...PROTOCOLS.keys(), AUTO].join(', ')}`);
  }

  /** What an agent or a request may name: a protocol or `auto`. @throws ConfigError for anything else. */
  choice(name: string): string {
    return name === AUTO ? AUTO : this.protocol(name).name;
  }

  /** Whether a run that names it can go on: an older or newer version may have had another one. */
  has(name: string): boolean {
    return name === AUTO || PROTOCOLS.has(name);
  }

  /** Never throws for what a model wrote: that is `malformed`, with a sentence for the model. */
  parse(protocol: string, reply: ModelReply, tools: readonly Pick<ToolSpec, 'name'>[]): Decision {
    return this.protocol(protocol).parse(reply, tools);
  }
}
