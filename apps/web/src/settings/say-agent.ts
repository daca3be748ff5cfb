import { visible } from '@toolthread/core/text';
import type { PageLanguage } from '../labels/use-page-language.ts';
import type { PagePhrase } from '../labels/page-phrase.ts';

const AGENTS: { readonly [agent: string]: PagePhrase } = {
  demo: 'Demo agent',
  'built-in': 'One agent',
  team: 'Team',
  elsewhere: 'agent elsewhere',
};

/** What an agent of this server is called. */
export function sayAgent(name: string, say: PageLanguage['say']): string {
  const words = AGENTS[name];
  return words === undefined ? visible(name) : say(words);
}
