import type { Message, Model, ModelReply, ModelRequest } from '../../src/core/model';
import { OpenAiModel } from '../../src/models/openai.model';
import type { OpenAiModelOptions } from '../../src/models/openai-options';
import { startModelServer } from '../../src/testing/model-server';
import type { ModelServer, ModelServerOptions } from '../../src/testing/model-server';
import type { ModelScript } from '../../src/testing/turns';

export const QUESTION: Message = { role: 'user', content: 'What is three times four?' };

/** Distinct from anything that a test would look for by accident. */
export const CANARY_KEY = 'sk-canary-5f3a91c07e';

export interface Asked {
  /** Pieces as they were yielded. */
  readonly pieces: string[];
  readonly replies: ModelReply[];
}

export async function ask(
  model: Model,
  request: Partial<ModelRequest> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Asked> {
  const asked: Asked = { pieces: [], replies: [] };
  for await (const chunk of model.stream({ messages: [QUESTION], ...request }, signal)) {
    if ('reply' in chunk) asked.replies.push(chunk.reply);
    else asked.pieces.push(chunk.text);
  }
  return asked;
}

export const replyOf = async (...given: Parameters<typeof ask>): Promise<ModelReply> => {
  const { replies } = await ask(...given);
  expect(replies).toHaveLength(1);
  return replies[0]!;
};

/** What the call failed with. */
export async function faultOf(...given: Parameters<typeof ask>): Promise<unknown> {
  try {
    await ask(...given);
  } catch (error) {
    return error;
  }
  throw new Error('The call was expected to fail');
}

/** One scripted provider per test file and a model on it; closed after each test. */
export function scripted(): {
  start(script?: ModelScript, options?: ModelServerOptions): Promise<ModelServer>;
  model(server: ModelServer, options?: Partial<OpenAiModelOptions>): OpenAiModel;
} {
  const open: ModelServer[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((server) => server.close()));
  });
  return {
    async start(script, options) {
      const server = await startModelServer(script, options);
      open.push(server);
      return server;
    },
    model: ({ baseUrl }, options) =>
      new OpenAiModel({ baseUrl, apiKey: CANARY_KEY, model: 'scripted', maxAttempts: 1, ...options }),
  };
}
