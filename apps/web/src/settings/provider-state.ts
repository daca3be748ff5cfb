import type { ListedAgents } from '@toolthread/server/answers';
import type { PageLanguage } from '../labels/use-page-language.ts';

type Provider = ListedAgents['providers'][number];

/** Whether its models can be asked, and with what: `providerState(provider, language)` */
export function providerState(
  { kind, state, by, keyless, problem: said = '' }: Provider,
  { say, told }: PageLanguage,
): string {
  // The provider's own words stay as they are; ours are known.
  const problem = told(said);
  const names = by.join(` ${say('or')} `);
  if (kind === 'local server')
    return state === 'found'
      ? say('It answers at {address}.', { address: names })
      : say('Nothing answers at {address}.', { address: names });
  switch (state) {
    case 'found':
      return keyless === true ? say('No key: it is asked at its address without one.') : say('Key found.');
    case 'missing':
      return say('No key: set {names} and restart the server.', { names });
    case 'refused':
      return keyless === true
        ? say('No key, and it asks for one: {problem}', { problem })
        : say('The key was refused: {problem}', { problem });
    case 'unreachable':
      return say('It cannot be reached: {problem}', { problem });
    default:
      return state satisfies never;
  }
}
