import { BadRequestError } from '../core/errors';

/** What a person decides about a call. */
export interface ApprovalDecision {
  readonly approved: boolean;
  /** Arguments in place of the model's; only with an approval. */
  readonly input?: unknown;
  /** Told to the model when the call is rejected; 1 to 2000 characters. */
  readonly comment?: string;
}

/** Longest comment, in UTF-16 units: the model reads it. */
export const MAX_COMMENT = 2000;

const MAX_NAME = 256;

interface Fault {
  readonly pointer: string;
  readonly detail: string;
}

/** Checks a decision whichever surface it came through. @throws BadRequestError with a pointer for each field that is wrong */
export function checkDecision(by: string, decision: ApprovalDecision): void {
  const faults = isObject(decision) ? faultsOf(decision) : [{ pointer: '#', detail: 'expected an object' }];
  if (typeof by !== 'string' || by === '' || by.length > MAX_NAME)
    faults.push({ pointer: '#/by', detail: `expected who decides, 1 to ${MAX_NAME} characters` });
  if (faults.length > 0) throw badRequest(faults);
}

function faultsOf({ approved, input, comment }: ApprovalDecision): Fault[] {
  const faults: Fault[] = [];
  if (typeof approved !== 'boolean') faults.push({ pointer: '#/approved', detail: 'expected true or false' });
  if (input !== undefined && approved === false)
    faults.push({ pointer: '#/input', detail: 'expected none, since the call is rejected' });
  if (input !== undefined && !isObject(input)) faults.push({ pointer: '#/input', detail: 'expected an object' });
  if (comment !== undefined && (typeof comment !== 'string' || comment.trim() === '' || comment.length > MAX_COMMENT))
    faults.push({ pointer: '#/comment', detail: `expected 1 to ${MAX_COMMENT} characters, not blank` });
  return faults;
}

/** Edited arguments that the tool would refuse; without `errors` there is no such tool any more. */
export const wrongInput = (tool: string, errors?: readonly Fault[]): BadRequestError =>
  badRequest(
    errors?.map(({ pointer, detail }) => ({ pointer: `#/input${pointer}`, detail })) ?? [
      {
        pointer: '#/input',
        detail: `the tool ${tool.slice(0, 64)} is not there any more, so its input cannot be checked`,
      },
    ],
  );

function badRequest(faults: readonly Fault[]): BadRequestError {
  const told = faults.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; ');
  return new BadRequestError(told.slice(0, 1000), faults.slice(0, 20));
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
