import { isJsonObject } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

/** A program writes few kinds of records. A file with more is no help. */
const MOST_KINDS = 256;
const FIRST_NAME = 128;

/** How the records of a file begin: by their first two names, and their type where it is one of these. */
export class RecordBeginnings {
  readonly #known = new Set<string>();
  readonly #firsts = new Set<string>();

  note(record: Json): void {
    if (this.#known.size >= MOST_KINDS) return;
    const beginning = beginningOf(record);
    this.#known.add(beginning);
    this.#firsts.add(beginning.split(',', 1)[0] ?? '');
  }

  /** Whether the object at `column` may be such a record, by its first name: it is not read for that. */
  mayBegin(text: string, column: number): boolean {
    const [, name = '', type] = /^\{"([^"\\]*)"(?::"([^"\\]*)")?/.exec(text.slice(column, column + FIRST_NAME)) ?? [];
    return this.#firsts.has(name === 'type' && type !== undefined ? `type=${type}` : name);
  }

  /** Most objects inside of a record begin otherwise. */
  has(record: Json): boolean {
    return this.#known.has(beginningOf(record));
  }
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
