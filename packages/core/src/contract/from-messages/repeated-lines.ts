import { asJson } from '../foreign/as-json.ts';
import { filledTextOf, isFields } from '../../ledger/json/fields.ts';
import { jsonText } from '../foreign/json-text.ts';

/** Lines (from 1) that say word for word what an earlier one with the same id said: stored twice, or sent twice. */
export function repeatedLines(elements: readonly unknown[]): Set<number> {
  const repeated = new Set<number>();
  const firsts = new Map<string, { readonly element: unknown; text?: string }>();
  elements.forEach((element, index) => {
    const id = isFields(element) ? filledTextOf(element['id']) : undefined;
    if (id === undefined) return;
    const first = firsts.get(id);
    if (first === undefined) {
      firsts.set(id, { element });
      return;
    }
    first.text ??= wordsOf(first.element);
    if (first.text === wordsOf(element)) repeated.add(index + 1);
  });
  return repeated;
}

function wordsOf(element: unknown): string {
  return jsonText(asJson(element, ''));
}
