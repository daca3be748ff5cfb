/** What reasoning is called, and what it says, wherever it is drawn. */
import { english } from '../../text/language/english.ts';
import { formatDuration } from '../../text/amounts/format-size.ts';
import type { Language } from '../../text/language/language.ts';
import type { Entry, ReasoningItem } from '../item.ts';

type ReasoningEntry = Extract<Entry, { kind: 'reasoning' }>;

/**
 * The header of a turn in which nothing was done but reasoning.
 *
 * @example
 * reasoningItemText({ at: 0, endedAt: 2500 }); //=> 'Reasoning · 2.5s'
 */
export function reasoningItemText(
  { at, endedAt }: Pick<ReasoningItem, 'at' | 'endedAt'>,
  language: Language = english,
): string {
  const name = language.say('Reasoning');
  return endedAt === undefined ? name : `${name} · ${formatDuration(endedAt - at, language)}`;
}

/**
 * What reasoning is called, while it comes and when it is there. [L3] Where nobody is at work (`atWork`), nobody thinks.
 *
 * @example
 * reasoningLabel({ complete: false, atWork: false }); //=> 'Reasoning'
 */
export function reasoningLabel(
  { complete, atWork }: Pick<ReasoningEntry, 'complete'> & { readonly atWork: boolean },
  { say }: Language = english,
): string {
  return say(complete || !atWork ? 'Reasoning' : 'Thinking…');
}

/**
 * The words of reasoning. Some providers keep them, and say only that there were some.
 *
 * @example
 * reasoningText({ text: 'The linter.' }); //=> 'The linter.'
 */
export function reasoningText({ text }: Pick<ReasoningEntry, 'text'>, { say }: Language = english): string {
  return text.trim() === '' ? say('The provider does not show this reasoning.') : text;
}
