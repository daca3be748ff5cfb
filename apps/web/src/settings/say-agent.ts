import { visible } from '@toolthread/core/text';
import { agentName } from '@toolthread/transcripts/agents';
import type { PageLanguage } from '../labels/use-page-language.ts';
import type { PagePhrase } from '../labels/page-phrase.ts';

const AGENTS = new Map<string, PagePhrase>([
  ['demo', 'Demo agent'],
  ['built-in', 'Single agent'],
  ['team', 'Team'],
  ['elsewhere', 'External agent'],
]);

/** What an agent is called: one of this server, or one whose sessions can be read. */
export function sayAgent(name: string, say: PageLanguage['say']): string {
  const words = AGENTS.get(name);
  return words === undefined ? visible(agentName(name)) : say(words);
}
