/** A route of the API; `:name` stands for one segment of the path, a last `*` for any. */
interface Route {
  readonly path: string;
  readonly served: readonly string[];
  /** Methods that the API has and this version does not serve. */
  readonly later?: readonly string[];
}

/** Every route; what has an id in its path is walked with the keys of others by test/e2e/tenants.spec.ts. */
export const ROUTES: readonly Route[] = [
  { path: '/', served: ['GET'] },
  { path: '/api/react/ask', served: ['POST'] },
  { path: '/api/react/agents', served: ['GET'] },
  { path: '/api/react/tools', served: ['GET'] },
  { path: '/api/react/runs', served: ['GET', 'POST'] },
  { path: '/api/react/runs/:runId', served: ['GET'] },
  { path: '/api/react/runs/:runId/events', served: ['GET'] },
  { path: '/api/react/runs/:runId/cancel', served: ['POST'] },
  { path: '/api/react/runs/:runId/approvals/:callId', served: ['POST'] },
  { path: '/api/react/conversations/:conversationId', served: ['GET', 'DELETE'] },
  { path: '/health/live', served: ['GET'] },
  { path: '/health/ready', served: ['GET'] },
  { path: '/docs', served: ['GET'] },
  { path: '/docs-json', served: ['GET'] },
  { path: '/metrics', served: [], later: ['GET'] },
  { path: '/v1/*', served: [], later: ['GET', 'POST'] },
  { path: '/mcp', served: [], later: ['GET', 'POST', 'DELETE'] },
];

/**
 * What a request that no route took is told: the methods of its path, or that the API has it and this version does not.
 * `path` is without a query. Undefined for a path that is no part of the API.
 */
export function explainUnmatched(method: string, path: string): { allow: string[] } | 'not yet' | undefined {
  const route = ROUTES.find((candidate) => matches(candidate.path, path));
  if (!route) return undefined;
  if (route.served.length === 0 || route.later?.includes(method)) return 'not yet';
  return { allow: route.served.flatMap((served) => (served === 'GET' ? ['GET', 'HEAD'] : [served])) };
}

/** Whether a path, however it is written, lies where every route wants a key. `path` is without a query and can be decoded. */
export function needsKey(path: string): boolean {
  const written = decodeURIComponent(path).toLowerCase().replaceAll('\\', '/');
  const [first] = written.split('/').filter((segment) => !['', '.', '..'].includes(segment));
  return first !== undefined && ['api', 'v1', 'mcp'].includes(first);
}

/** As Express matches: a slash at the end and the case of letters do not count. */
function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path).toLowerCase().split('/');
  const isOpen = wanted.at(-1) === '*';
  return (
    (isOpen ? given.length >= wanted.length : given.length === wanted.length) &&
    wanted.every(
      (segment, at) => segment === '*' || (segment.startsWith(':') ? given[at] !== '' : segment === given[at]),
    )
  );
}
