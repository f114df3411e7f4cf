import { BadRequestError } from '../core/errors';
import type { RunPage, RunQuery, RunSummary } from '../core/run-store';
import { storableText } from './storable-text';

/** Where a page ends; the next one starts after it. Lists are ordered by both, newest first. */
export interface Position {
  readonly startedAt: number;
  readonly runId: string;
}

/** A row of a list, whichever store it comes from. */
export interface ListRow extends Position {
  /** `RunSummary` as JSON. */
  readonly summary: string;
}

const KNOWN = new Set(['tenant', 'agent', 'status', 'conversationId', 'limit', 'cursor']);

/**
 * Checks a query and decodes its cursor. An unknown filter is refused: ignored, it would widen the list.
 * @throws BadRequestError
 */
export function positionOf(query: RunQuery): Position | undefined {
  const unknown = Object.keys(query).find((key) => !KNOWN.has(key));
  if (unknown !== undefined)
    throw badRequest('Unknown filter', `#/${unknown}`, `must be one of ${[...KNOWN].join(', ')}`);
  const { limit, cursor } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    throw badRequest('Bad limit', '#/limit', `must be an integer from 1 to 100, got ${String(limit)}`);
  }
  return cursor === undefined ? undefined : decoded(cursor);
}

/** What a list is narrowed by, spelt as the store keeps it. */
export type Filters = Pick<RunQuery, 'tenant' | 'agent' | 'status' | 'conversationId'>;

export const filtersOf = ({ tenant, agent, status, conversationId }: RunQuery): Filters => ({
  tenant: storableText(tenant),
  ...(agent !== undefined && { agent: storableText(agent) }),
  ...(status !== undefined && { status: storableText(status) }),
  ...(conversationId !== undefined && { conversationId: storableText(conversationId) }),
});

/** A page of `rows`, which were read with one row more than `limit` to know whether another page follows. */
export function pageOf(rows: readonly ListRow[], limit: number): RunPage {
  const items = rows.slice(0, limit).flatMap(summaryIn);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return last ? { items, nextCursor: encoded(last) } : { items };
}

/** A damaged row is left out: one bad run must not take the list of the others away. */
function summaryIn({ summary, runId }: ListRow): RunSummary[] {
  try {
    const value: unknown = JSON.parse(summary);
    return isSummaryOf(runId, value) ? [value] : [];
  } catch {
    return [];
  }
}

const isSummaryOf = (runId: string, value: unknown): value is RunSummary =>
  typeof value === 'object' && value !== null && 'runId' in value && value.runId === runId;

const encoded = ({ startedAt, runId }: Position): string => Buffer.from(`${startedAt}:${runId}`).toString('base64url');

function decoded(cursor: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString();
  const colon = text.indexOf(':');
  const position = { startedAt: Number(text.slice(0, colon)), runId: text.slice(colon + 1) };
  const isOurs = colon > 0 && Number.isSafeInteger(position.startedAt) && encoded(position) === cursor;
  if (!isOurs) throw badRequest('Bad cursor', '#/cursor', 'must be the nextCursor of the page before');
  return position;
}

const badRequest = (message: string, pointer: string, detail: string): BadRequestError =>
  new BadRequestError(`${message}: ${pointer.slice(2)} ${detail}`, [{ pointer, detail }]);
