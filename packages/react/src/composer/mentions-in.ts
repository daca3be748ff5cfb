/** Whom a message names. Only what a person writes in the composer names anybody: text by itself never does. */
import { atName } from '@toolthread/core/queries';

/** Everybody at once. */
const TEAM = 'team';

/** `mentionsIn('@coder, look', ['pm', 'coder'])` gives `['@coder']`; `@team` names all. */
export function mentionsIn(text: string, members: readonly string[]): readonly string[] {
  const named = new Set([...text.matchAll(/(?<![\w@])@([\w-][\w-]*)/g)].map(([, name = '']) => name.toLowerCase()));
  return members.filter((name) => named.has(name) || named.has(TEAM)).map(atName);
}

/** The names that the last word may become: `suggestionsFor('look, @co', ['pm', 'coder'])` gives `['coder']`. */
export function suggestionsFor(text: string, members: readonly string[]): readonly string[] {
  const [, begun] = /(?:^|[\s(])@([\w-]*)$/.exec(text) ?? [];
  if (begun === undefined || members.length === 0) return [];
  return [...members, TEAM].filter((name) => name.startsWith(begun.toLowerCase()) && name !== begun.toLowerCase());
}

/** `withName('look, @co', 'coder') === 'look, @coder '` */
export function withName(text: string, name: string): string {
  return `${text.slice(0, text.lastIndexOf('@') + 1)}${name} `;
}
