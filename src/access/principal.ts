import { DEFAULT_TENANT } from '../agent/ask-request';

/** What a caller may do; docs/adr/0032 says what each opens. `admin` opens everything of its tenant. */
export type Scope = 'ask' | 'approve' | 'write' | 'admin';

/** Who sends a request. */
export interface Principal {
  /** For the log and the record of who asked and who decided; 1 to 64 characters of A-Z, a-z, 0-9, _ . and -. */
  readonly name: string;
  /** What belongs to another tenant does not exist for this caller. */
  readonly tenant: string;
  readonly scopes: readonly Scope[];
}

/** Everybody, where no keys are configured. */
export const ANYBODY: Principal = { name: 'anybody', tenant: DEFAULT_TENANT, scopes: ['admin'] };

/** Whose run it will be, for the service. */
export const ownerOf = (caller: Principal): { tenant: string; askedBy?: string } => ({
  tenant: caller.tenant,
  ...(caller !== ANYBODY && { askedBy: caller.name }),
});

export const mayUse = ({ scopes }: Principal, scope: Scope): boolean =>
  scopes.includes(scope) || scopes.includes('admin');
