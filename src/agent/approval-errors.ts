import { ReActError } from '../core/errors';
import type { Review } from '../core/run';

/** The run has no such call, or one that never waited for a person. */
export class ApprovalNotFoundError extends ReActError {
  readonly code = 'approval_not_found';

  constructor(override readonly runId: string) {
    super('The run has no call of this id that waits for an approval, or ever did');
  }
}

/** The call was decided before, or nobody decided in time: the first decision counts. */
export class ApprovalDecidedError extends ReActError {
  readonly code: 'approval_decided' | 'approval_expired';

  constructor(
    override readonly runId: string,
    how: 'decided' | 'expired',
    review?: Pick<Review, 'approved' | 'by'>,
  ) {
    const decision = review ? `: ${review.approved ? 'approved' : 'rejected'} by ${review.by}` : '';
    super(
      how === 'decided'
        ? `The call was decided already${decision}`
        : 'The time to decide was over; the call counts as rejected',
    );
    this.code = `approval_${how}`;
  }
}
