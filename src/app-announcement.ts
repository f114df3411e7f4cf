import type { INestApplicationContext } from '@nestjs/common';
import { Logger } from '@nestjs/common';
import { OFFLINE_MODEL_NAME } from './models/demo.model';
import { ToolRegistry } from './tools/tool-registry';
import type { Environment } from './config/environment';

/** Says at boot what an operator should know without reading the settings. */
export function announce(
  environment: Environment,
  { url, app, misspelt }: { url: string; app: INestApplicationContext; misspelt: readonly string[] },
): void {
  const logger = new Logger('Service');
  logger.log({ url, docs: `${url}/docs`, node: process.version }, 'listening');
  if (environment.OPENAI_MODEL === undefined) {
    logger.warn(
      { model: OFFLINE_MODEL_NAME },
      'the offline demo model answers, by rules; set OPENAI_BASE_URL and OPENAI_MODEL for a real one',
    );
  } else {
    const {
      OPENAI_MODEL: model,
      OPENAI_SMALL_MODEL: smallModel,
      OPENAI_BASE_URL: baseUrl = 'api.openai.com',
    } = environment;
    logger.log({ model, ...(smallModel !== undefined && { smallModel }), baseUrl }, 'model');
  }
  if (!environment.REACT_APPROVALS) {
    const tools = app.get(ToolRegistry).list();
    const namesOf = (kept: typeof tools): string[] => [...new Set(kept.map(({ name }) => name))];
    const ungated = namesOf(tools.filter(({ approval }) => approval));
    logger.warn({ tools: ungated }, 'approvals are off: these tools ask for one and run without it');
    const writes = namesOf(tools.filter(({ effect }) => effect === 'write'));
    const untrusted = namesOf(tools.filter(({ trust }) => trust === 'untrusted'));
    logger.warn(
      { tools: writes, untrusted },
      'approvals are off: these tools write unasked, also after the model has read text that anybody may have written',
    );
  } else if (environment.REACT_APPROVALS_EXEMPT) {
    logger.warn(
      { tools: environment.REACT_APPROVALS_EXEMPT },
      'these tools are exempt: untrusted text in the context is no reason to ask before they write',
    );
  }
  const { REACT_API_KEYS } = environment;
  if (REACT_API_KEYS) {
    logger.log({ clients: REACT_API_KEYS.map(({ name, tenant }) => `${name} (${tenant})`) }, 'keys are needed');
    const expired = REACT_API_KEYS.filter(({ expiresAt = '' }) => Date.parse(expiresAt) <= Date.now());
    if (expired.length > 0) logger.warn({ clients: expired.map(({ name }) => name) }, 'the keys of these have expired');
  } else logger.warn('no keys are configured: everybody who reaches this address may do everything');
  for (const sentence of misspelt) logger.warn(sentence);
  if (environment.REACT_CLOCK !== undefined)
    logger.warn({ clock: environment.REACT_CLOCK }, 'tools and prompts see a fixed clock');
}
