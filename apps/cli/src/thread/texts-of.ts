import { isList, parsedJson } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

/** `[['message.content.0.text', 'Weave it.']]`: every text that somebody may read, by its place. JSON inside of a text is looked into. */
export function textsOf(record: Json): readonly (readonly [place: string, text: string])[] {
  const texts: (readonly [string, string])[] = [];
  const waiting: [place: string, value: Json, inText: boolean][] = [['', record, false]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [place, value, inText] = next;
    if (typeof value === 'string') {
      const inside = !inText && /^[[{]/.test(value) ? parsedJson(value) : undefined;
      if (inside !== undefined) waiting.push([place, inside, true]);
      else if (isForReaders(place, value)) texts.push([place, value]);
    } else if (typeof value === 'object' && value !== null) {
      const members = isList(value) ? value.entries() : Object.entries(value);
      for (const [name, member] of members)
        if (member !== undefined) waiting.push([place === '' ? String(name) : `${place}.${name}`, member, inText]);
    }
  }
  return texts.toReversed();
}

/** Names of fields in which one word is said, and is no id or setting. */
const SAID = /(?:^|\.)(?:text|content|message|thinking|prompt|output|result|stdout|stderr)(?:\.\d+)?$/;

/** Several words; or letters of a script that may write without spaces; or a field that holds what was said. */
function isForReaders(place: string, text: string): boolean {
  const words = text.trim();
  return words !== '' && (/\s/.test(words) || /\P{ASCII}/u.test(words) || SAID.test(place));
}
