import { fieldsOf, isJsonObject } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

/** A program writes few kinds of records. A file with more is no help. */
const MOST_KINDS = 256;
const FIRST_NAME = 128;
/** This many show which names records share. */
const MOST_NOTED = 1000;

/** How the records of a file begin: by their first two names, and their type where it is one of these; and which names all that begin so have. */
export class RecordBeginnings {
  /** By the first name, and the second. */
  readonly #known = new Map<string, Map<string, Set<string>>>();
  #kinds = 0;
  #noted = 0;

  note(record: Json): void {
    const [first, second] = beginningOf(record);
    const shared = this.#known.get(first)?.get(second);
    this.#noted += 1;
    if (shared !== undefined && this.#noted > MOST_NOTED) return;
    if (shared !== undefined) {
      for (const name of shared) if (!hasName(record, name)) shared.delete(name);
    } else if (this.#kinds < MOST_KINDS) {
      const begun = this.#known.get(first) ?? new Map<string, Set<string>>();
      this.#known.set(first, begun.set(second, new Set(Object.keys(fieldsOf(record)))));
      this.#kinds += 1;
    }
  }

  /** Whether the object at `column` may be such a record, by its first name: it is not read for that. */
  mayBegin(text: string, column: number): boolean {
    const [, name = '', type] =
      /^\{"([^"\\]*)"(?:\s*:\s*"([^"\\]*)")?/.exec(text.slice(column, column + FIRST_NAME)) ?? [];
    return this.#known.has(name === 'type' && type !== undefined ? `type=${type}` : name);
  }

  /** Objects inside of a record begin otherwise, or have not all the names. */
  has(record: Json): boolean {
    const [first, second] = beginningOf(record);
    const shared = this.#known.get(first)?.get(second);
    return shared !== undefined && [...shared].every((name) => hasName(record, name));
  }
}

function hasName(record: Json, name: string): boolean {
  return isJsonObject(record) && Object.hasOwn(record, name);
}

/** `beginningOf({ type: 'user', uuid: 'u1', cwd: '/' })` is `['type=user', 'uuid']`; empty for what is no object. */
function beginningOf(record: Json): readonly [string, string] {
  let first: string | undefined;
  if (isJsonObject(record))
    for (const name in record) {
      const value = record[name];
      const shown = name === 'type' && typeof value === 'string' ? `type=${value}` : name;
      if (first !== undefined) return [first, shown];
      first = shown;
    }
  return [first ?? '', ''];
}
