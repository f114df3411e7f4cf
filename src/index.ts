export type { AgentDefinition, Limits } from './core/agent-definition';
export { ConfigError, ModelError, ReActError, ToolError } from './core/errors';
export type { Message, Model, ModelChunk, ModelReply, ModelRequest, Usage } from './core/model';
export type { Observation, ToolCall, ToolContext, ToolSpec } from './core/tool';
export type { DemoObservation, DemoRules, DemoStep, DemoTurn } from './models/demo.model';
export type { SearchDocument, SearchHit, SearchIndex } from './search/search-index';
export { ReActTool, type ReActToolOptions, type ToolHandler } from './tools/react-tool.decorator';
