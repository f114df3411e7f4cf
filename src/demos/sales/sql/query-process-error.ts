import { ToolError } from '../../../index';

/** The process that runs the queries failed, not the statement; the message is for the model. */
export class QueryProcessError extends ToolError {}
