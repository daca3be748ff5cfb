import { fieldsOf } from '../json/fields.ts';
import type { LedgerEvent } from '../ledger-event.ts';
import { type AnyCheck, within } from './check.ts';
import { eventCheck } from './event-check.ts';

/**
 * The place of a field that such an event does not have, to find misspelt names. `parseEvent` lets it through, since it may belong to a later
 * version. Free JSON, and data of a provider, have no unknown fields.
 *
 * @example
 * const event = { v: 1, thread: 't', seq: 1, at: 0, type: 'thread.renamed', title: 'x', titel: 'y' } as const;
 * unknownField(event); //=> 'titel'
 */
export function unknownField(event: LedgerEvent): string | undefined {
  return unknownIn(eventCheck, event, '');
}

function unknownIn({ inside }: AnyCheck, value: unknown, path: string): string | undefined {
  switch (inside?.of) {
    case 'list':
      return firstOf(Object.entries(value ?? []), ([i, one]) => unknownIn(inside.item, one, `${path}[${i}]`));
    case 'variant': {
      const { [inside.tag]: word, ...others } = fieldsOf(value);
      const variant = inside.checks.get(word);
      return variant === undefined ? undefined : unknownIn(variant, others, path);
    }
    case 'object':
      return firstOf(Object.entries(fieldsOf(value)), ([field, found]) => {
        const rule = inside.rules.get(field);
        const place = within(path, field);
        return rule === undefined ? place : unknownIn(rule.check, found, place);
      });
    case undefined:
      return undefined;
    default:
      return inside satisfies never;
  }
}

function firstOf<T>(all: Iterable<T>, look: (one: T) => string | undefined): string | undefined {
  for (const one of all) {
    const found = look(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
