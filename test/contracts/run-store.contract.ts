import type { OpenStore } from './opened-store';
import { describeAppending } from './run-store-append.contract';
import { describeConversations } from './run-store-conversations.contract';
import { describeHostileValues } from './run-store-hostile.contract';
import { describeLeases } from './run-store-leases.contract';
import { describeListing } from './run-store-list.contract';
import { describeRequests } from './run-store-requests.contract';
import { describeRetention } from './run-store-retention.contract';
import { describeSharing } from './run-store-sharing.contract';

/** What the engine relies on, whatever keeps the runs. */
export function describeRunStore(name: string, open: OpenStore, skipShared?: string): void {
  describe(`${name} as a run store`, () => {
    describeAppending(open);
    describeListing(open);
    describeConversations(open);
    describeLeases(open);
    describeRequests(open);
    describeRetention(open);
    describeHostileValues(open);
    if (skipShared !== undefined) it.skip(`another store on the same data: ${skipShared}`, () => undefined);
    else describeSharing(open);
  });
}
