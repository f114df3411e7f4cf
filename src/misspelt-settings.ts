import { ENVIRONMENT_VARIABLES } from './config/environment';
import { closestName } from './tools/closest-name';

const KNOWN = Object.keys(ENVIRONMENT_VARIABLES);

/** What others call one of ours. */
const ELSEWHERE: Readonly<Record<string, string>> = { OPENAI_API_BASE: 'OPENAI_BASE_URL' };

/**
 * A sentence for each name that looks like a setting of this service and is none. All of REACT_ are ours; of OPENAI_ other
 * programs have their own, so only what comes near to one of ours is told.
 */
export const misspeltSettings = (variables: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(variables)
    .filter((name) => /^(REACT|OPEN_?AI)_/i.test(name) && !KNOWN.includes(name))
    .flatMap((name) => {
      const meant = ELSEWHERE[name] ?? closestName(name, KNOWN);
      if (meant !== undefined) return [`${name} means nothing to this service; did you mean ${meant}?`];
      return name.startsWith('REACT_') ? [`${name} means nothing to this service`] : [];
    });
