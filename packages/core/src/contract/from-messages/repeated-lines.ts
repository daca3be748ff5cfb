import { asJson } from '../foreign/as-json.ts';
import { filledTextOf, isFields } from '../../ledger/json/fields.ts';
import { jsonText } from '../foreign/json-text.ts';
import type { Message } from '../message.ts';

/** Lines (from 1) that say word for word what an earlier one with the same id said: stored twice, or sent twice. */
export function repeatedLines(elements: readonly unknown[]): Set<number> {
  const repeated = new Set<number>();
  // Most ids come once: what is said under them is not written out.
  const known = new Map<string, { readonly first: unknown; words?: Set<string> }>();
  elements.forEach((element, index) => {
    const id = isFields(element) ? filledTextOf(element['id']) : undefined;
    if (id === undefined) return;
    const before = known.get(id);
    if (before === undefined) {
      known.set(id, { first: element });
      return;
    }
    before.words ??= new Set([wordsOf(before.first)]);
    const words = wordsOf(element);
    if (before.words.has(words)) repeated.add(index + 1);
    before.words.add(words);
  });
  return repeated;
}

/**
 * The messages without those that say word for word what an earlier one with the same id said. The list itself, if there are none.
 *
 * @example
 * const hello = { id: 'm1', role: 'user', content: 'Hello', timestamp: '2026-01-01T00:00:00Z' } as const;
 * withoutRepeated([hello, { ...hello }]); //=> [hello]
 */
export function withoutRepeated(messages: readonly Message[]): readonly Message[] {
  if (!Array.isArray(messages)) return [];
  const repeated = repeatedLines(messages);
  return repeated.size === 0 ? messages : messages.filter((_, index) => !repeated.has(index + 1));
}

function wordsOf(element: unknown): string {
  return jsonText(asJson(element, ''));
}
