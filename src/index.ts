/** The public API, by name. Everything that is not on this list may change tomorrow. */
export type { AccessKey } from './access/access-keys';
export type { AccessOptions, Identify } from './access/access-options';
export { AccessGuard, Caller, Needs, OpenToAll } from './access/access.guard';
export type { Principal, Scope } from './access/principal';
export { AgentRegistry, type RegisteredAgent } from './agent/agent-registry';
export type { BackgroundLimits } from './agent/agent-options';
export { ApprovalDecidedError, ApprovalNotFoundError } from './agent/approval-errors';
export type { ApprovalOptions, ReviewedCall } from './agent/approval-options';
export type { DecidedCall } from './agent/approvals';
export type { AskRequest, RequestKey } from './agent/ask-request';
export type { ApprovalDecision } from './agent/check-decision';
export { OutputParser } from './agent/output-parser';
export { PromptBuilder } from './agent/prompt-builder';
export { ReActAgentService } from './agent/react-agent.service';
export { RepeatedRequestError, RequestKeyReusedError, requestKeyOf } from './agent/request-keys';
export type { RunObserver } from './agent/run-observer';
export { MODEL, RUN_STORE, SMALL_MODEL } from './agent/tokens';
export { DEFAULT_LIMITS, type AgentDefinition, type Limits } from './core/agent-definition';
export type { EffectCall, EffectKey, EffectLedger, EffectWork } from './core/effect-ledger';
export {
  BadRequestError,
  ConfigError,
  ConversationBusyError,
  ConversationNotFoundError,
  ModelError,
  OverloadedError,
  ReActError,
  RunConflictError,
  RunDamagedError,
  RunEndedError,
  RunNotFoundError,
  StoreError,
  ToolError,
} from './core/errors';
export type { FinishReason, Message, Model, ModelChunk, ModelReply, ModelRequest, Usage } from './core/model';
export type { TerminationPolicy } from './core/policy';
export type { Decision, Language, MalformedReason, Preview, Protocol, Splitter } from './core/protocol';
export {
  toReActResult,
  type PendingApproval,
  type ReActResult,
  type ReActStep,
  type RunStatus,
} from './core/react-result';
export { apply, fold, type Action, type ActionState, type Review, type Run, type Step } from './core/run';
export type { Fact, Outcome, RunEvent } from './core/run-event';
export type { AcquiredRun, ConversationKey, Lease, LeaseHolder } from './core/run-store';
export type { RunPage, RunQuery, RunStore, RunSummary } from './core/run-store';
export type { ApprovalTerms, Effect, JsonSchema, Observation, ToolCall, ToolContext, ToolSpec } from './core/tool';
export type { UntrustedPart } from './core/tool';
export { fetchPublic, type PublicFetchOptions, type PublicPage } from './fetch/fetch-public';
export { ReActHttpModule, type ReActHttpOptions } from './http/http.module';
export {
  DemoModel,
  type DemoCall,
  type DemoObservation,
  type DemoRules,
  type DemoStep,
  type DemoTurn,
} from './models/demo.model';
export { OpenAiModel } from './models/openai.model';
export type { OpenAiModelOptions } from './models/openai-options';
export { ScriptedModel } from './models/scripted.model';
export { parseReply, type RawReply } from './parse-reply';
export { PROTOCOLS } from './protocols';
export { ReActAgentModule } from './react-agent.module';
export type { ReActAgentOptions } from './react-agent.module-definition';
export type { Embedder } from './search/embedder';
export { VectorIndex } from './search/embedding-index';
export { LexicalIndex } from './search/lexical-index';
export { OpenAiEmbedder } from './search/openai-embedder';
export type { SearchDocument, SearchHit, SearchIndex } from './search/search-index';
export { SearxngSearch } from './search/searxng.search';
export { MemoryStore } from './stores/memory.store';
export { postgres, sqlite } from './stores/dialects';
export type { PostgresOptions } from './stores/postgres-pool';
export { SqlStore } from './stores/sql.store';
export { transactionOf } from './stores/transaction-of';
export { RunLog } from './telemetry/run-log';
export { CalculatorTool } from './tools/calculator.tool';
export { CurrentTimeTool } from './tools/current-time.tool';
export { Describe } from './tools/describe.decorator';
export { evaluate } from './tools/evaluate-expression';
export { ReActTool, type Reconciled, type ReActToolOptions } from './tools/react-tool.decorator';
export type { ToolHandler, Trust } from './tools/react-tool.decorator';
export { ToolRegistry } from './tools/tool-registry';
export { dateInZone, isoInZone } from './tools/zoned-time';
