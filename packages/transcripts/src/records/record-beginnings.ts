import { fieldsOf, isJsonObject } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

/** A program writes few kinds of records. A file with more is no help. */
const MOST_KINDS = 256;
const FIRST_NAME = 128;
/** So many show which names records share. */
const MOST_NOTED = 1000;

/** How the records of a file begin: by their first two names, and their type where it is one of these; and which names all that begin so have. */
export class RecordBeginnings {
  readonly #known = new Map<string, Set<string>>();
  readonly #firsts = new Set<string>();
  #noted = 0;

  note(record: Json): void {
    const beginning = beginningOf(record);
    const shared = this.#known.get(beginning);
    this.#noted += 1;
    if (shared !== undefined && this.#noted > MOST_NOTED) return;
    if (shared !== undefined) {
      for (const name of shared) if (!hasName(record, name)) shared.delete(name);
    } else if (this.#known.size < MOST_KINDS) {
      this.#known.set(beginning, new Set(Object.keys(fieldsOf(record))));
      this.#firsts.add(beginning.split(',', 1)[0] ?? '');
    }
  }

  /** Whether the object at `column` may be such a record, by its first name: it is not read for that. */
  mayBegin(text: string, column: number): boolean {
    const [, name = '', type] = /^\{"([^"\\]*)"(?::"([^"\\]*)")?/.exec(text.slice(column, column + FIRST_NAME)) ?? [];
    return this.#firsts.has(name === 'type' && type !== undefined ? `type=${type}` : name);
  }

  /** Objects inside of a record begin otherwise, or have not all the names. */
  has(record: Json): boolean {
    const shared = this.#known.get(beginningOf(record));
    return shared !== undefined && [...shared].every((name) => hasName(record, name));
  }
}

function hasName(record: Json, name: string): boolean {
  return isJsonObject(record) && Object.hasOwn(record, name);
}

/** `beginningOf({ type: 'user', uuid: 'u1', cwd: '/' })` is `'type=user,uuid'`; empty for what is no object. */
function beginningOf(record: Json): string {
  if (!isJsonObject(record)) return '';
  const names: string[] = [];
  for (const name in record) {
    const value = record[name];
    names.push(name === 'type' && typeof value === 'string' ? `type=${value}` : name);
    if (names.length === 2) break;
  }
  return names.join(',');
}
