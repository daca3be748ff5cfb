import { doubtfulKey, isFields, parsedJson } from '@toolthread/core/json';
import { visible } from '@toolthread/core/text';
import type { Language } from '@toolthread/core/text';
import type { Phrase } from '../labels/phrase.ts';

/** Arguments to be edited: what nobody would see in a field is escaped, so that it can be seen and taken out. */
export function editableJson(text: string): string {
  const value = parsedJson(text);
  const pretty = value === undefined ? text : JSON.stringify(value, undefined, 2);
  const known = new Map<string, string>();
  return pretty.replace(PERHAPS_UNSEEN, (character) => {
    const before = known.get(character);
    if (before !== undefined) return before;
    const shown = isSeen(character) ? character : escaped(character);
    known.set(character, shown);
    return shown;
  });
}

const PERHAPS_UNSEEN = /\p{DI}|[^\n -~\p{L}\p{N}\p{P}]/gu;

/** Marks and signs are drawn, but for those that the table of the core names. In a field a blank of another width, or without dots, is one, too. */
function isSeen(character: string): boolean {
  return /[\p{S}\p{M}]/u.test(character) && character !== '\u2800' && visible(character) === character;
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, unit) => {
    return `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`;
  }).join('');
}

/** What is wrong with it before anybody else is asked. Whether it fits the tool, the server says. */
export function jsonProblem(text: string, { say }: Language<Phrase>): string | undefined {
  if (!isObject(text)) return say('This is not a JSON object.');
  const key = doubtfulKey(text);
  if (key === undefined) return undefined;
  return say('The key {key} cannot be used here, or is used twice.', { key: JSON.stringify(key) });
}

export function isObject(text: string): boolean {
  return isFields(parsedJson(text));
}
