import type { Provider } from '@nestjs/common';
import { openStore } from './app-store';
import type { Environment } from './config/environment';
import type { Model } from './core/model';
import type { RunStore } from './core/run-store';
import { DEMOS } from './demos';
import { DEMO_DATA_DIR, DEMO_DATABASE, DEMO_SERVER, type DemoServer } from './demos/database/demo-database';
import type { Demo } from './demos/demo';
import { KNOWLEDGE_EMBEDDER } from './demos/bitmall/knowledge-tokens';
import { SEARCH_INDEX } from './demos/sales/search-token';
import { Readiness, type CheckResult } from './health/readiness';
import { DemoModel, OFFLINE_MODEL_NAME } from './models/demo.model';
import type { ReActHttpOptions } from './http/http.module';
import { OpenAiModel } from './models/openai.model';
import { PROTOCOLS } from './protocols';
import type { ReActAgentOptions } from './react-agent.module-definition';
import { OpenAiEmbedder } from './search/openai-embedder';
import { SearxngSearch } from './search/searxng.search';
import { RunLog } from './telemetry/run-log';

const DAY_MS = 86_400_000;

/** The objects that the settings ask for. */
export interface AppParts {
  readonly agentOptions: ReActAgentOptions;
  readonly httpOptions: ReActHttpOptions;
  readonly demos: readonly Demo[];
  readonly demoProviders: (Provider & { provide: symbol })[];
  readonly readiness: Readiness;
  /** Lets go of what the parts hold outside Nest. */
  readonly close: () => void;
}

/** Maps settings to objects; opens the database. @throws ConfigError, StoreError */
export async function buildParts(environment: Environment): Promise<AppParts> {
  const { database, store, check, close } = await openStore(environment);
  const model = modelFrom(environment);
  return {
    agentOptions: optionsFrom(environment, model, store),
    httpOptions: {
      ...(environment.REACT_API_KEYS && { keys: environment.REACT_API_KEYS }),
      requestsPerMinute: environment.REACT_RATE_LIMIT,
    },
    demos: DEMOS,
    demoProviders: [
      { provide: DEMO_DATABASE, useValue: database },
      { provide: DEMO_DATA_DIR, useValue: environment.REACT_DATA_DIR },
      { provide: DEMO_SERVER, useValue: demoServer(environment) },
      {
        provide: SEARCH_INDEX,
        useValue: environment.SEARXNG_URL ? new SearxngSearch({ baseUrl: environment.SEARXNG_URL }) : undefined,
      },
      { provide: KNOWLEDGE_EMBEDDER, useValue: embedderFrom(environment) },
    ],
    readiness: new Readiness({ store: check, queue: inProcess, model: () => modelCheck(model) }),
    close,
  };
}

const demoServer = ({ DATABASE_URL, REACT_SQL_DATABASE_URL }: Environment): DemoServer | undefined =>
  DATABASE_URL === undefined
    ? undefined
    : { url: DATABASE_URL, ...(REACT_SQL_DATABASE_URL !== undefined && { readerUrl: REACT_SQL_DATABASE_URL }) };

function optionsFrom(environment: Environment, model: Model, store: RunStore): ReActAgentOptions {
  const { OPENAI_SMALL_MODEL, REACT_PROTOCOL, REACT_CLOCK, REACT_RETENTION_DAYS } = environment;
  const { REACT_APPROVALS, REACT_APPROVALS_EXEMPT: exempt, REACT_APPROVAL_TTL_MS: ttlMs } = environment;
  return {
    model,
    ...(OPENAI_SMALL_MODEL !== undefined && { smallModel: openAiModel(OPENAI_SMALL_MODEL, environment) }),
    store,
    agents: DEMOS.map(({ agent }) => agent),
    defaultAgent: environment.REACT_DEFAULT_AGENT,
    limits: {
      maxSteps: environment.REACT_MAX_STEPS,
      maxTokens: environment.REACT_MAX_TOKENS,
      deadlineMs: environment.REACT_DEADLINE_MS,
    },
    contextTokens: environment.REACT_CONTEXT_TOKENS,
    foreground: {
      maxRunning: environment.REACT_MAX_IN_FLIGHT,
      maxPerCaller: environment.REACT_MAX_IN_FLIGHT_PER_KEY,
    },
    timeZone: environment.REACT_TIME_ZONE,
    approvals: REACT_APPROVALS && { ttlMs, ...(exempt && { exempt }) },
    observers: [new RunLog()],
    ...(REACT_PROTOCOL !== undefined && { protocol: REACT_PROTOCOL }),
    ...(REACT_CLOCK !== undefined && { clock: REACT_CLOCK }),
    ...(REACT_RETENTION_DAYS !== undefined && { retentionMs: REACT_RETENTION_DAYS * DAY_MS }),
  };
}

/** Without a model's name, the offline demo model. */
function modelFrom(environment: Environment): Model {
  if (environment.OPENAI_MODEL !== undefined) return openAiModel(environment.OPENAI_MODEL, environment);
  return new DemoModel(
    DEMOS.map(({ rules }) => rules),
    PROTOCOLS,
  );
}

/** All models are at one endpoint and are asked in one way. */
function openAiModel(model: string, environment: Environment): OpenAiModel {
  const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_EXTRA_BODY, OPENAI_EXTRA_HEADERS } = environment;
  return new OpenAiModel({
    model,
    stream: environment.OPENAI_STREAM,
    temperature: environment.OPENAI_TEMPERATURE,
    timeoutMs: environment.REACT_MODEL_TIMEOUT_MS,
    idleTimeoutMs: environment.REACT_MODEL_IDLE_TIMEOUT_MS,
    ...(OPENAI_BASE_URL !== undefined && { baseUrl: OPENAI_BASE_URL }),
    ...(OPENAI_API_KEY !== undefined && { apiKey: OPENAI_API_KEY }),
    ...(OPENAI_EXTRA_BODY && { extraBody: OPENAI_EXTRA_BODY }),
    ...(OPENAI_EXTRA_HEADERS && { extraHeaders: OPENAI_EXTRA_HEADERS }),
  });
}

function embedderFrom({
  OPENAI_EMBEDDING_MODEL,
  OPENAI_BASE_URL,
  OPENAI_API_KEY,
}: Environment): OpenAiEmbedder | undefined {
  if (OPENAI_EMBEDDING_MODEL === undefined) return undefined;
  return new OpenAiEmbedder({
    model: OPENAI_EMBEDDING_MODEL,
    ...(OPENAI_BASE_URL !== undefined && { baseUrl: OPENAI_BASE_URL }),
    ...(OPENAI_API_KEY !== undefined && { apiKey: OPENAI_API_KEY }),
  });
}

const inProcess = async (): Promise<CheckResult> => ({ status: 'ok', detail: 'in this process' });

async function modelCheck(model: Model): Promise<CheckResult> {
  if (model instanceof OpenAiModel) {
    await model.ping(new AbortController().signal);
    return { status: 'ok', detail: model.name };
  }
  return {
    status: 'ok',
    detail: `${OFFLINE_MODEL_NAME}: the built-in demo model answers, no real model is configured`,
  };
}
