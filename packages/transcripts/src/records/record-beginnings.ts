import { emptyPartialJson, feedPartialJson, isJsonObject, jsonNodeOf, jsonOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

/** A program writes few kinds of records. A file with more is no help. */
const MOST_KINDS = 256;
/** Enough for the first two names of almost any record. */
const FIRST_CHARACTERS = 4096;
const FIRST_NAME = 128;

/** How the records of a file begin: by their first two names, and their type where it is one of these. */
export class RecordBeginnings {
  readonly #known = new Set<string>();
  readonly #firsts = new Set<string>();

  note(record: Json): void {
    if (this.#known.size >= MOST_KINDS) return;
    const beginning = beginningOf(record);
    this.#known.add(beginning);
    this.#firsts.add(firstOf(beginning));
  }

  get isEmpty(): boolean {
    return this.#known.size === 0;
  }

  /** An object inside of a record begins otherwise. */
  has(record: Json): boolean {
    return this.#known.has(beginningOf(record));
  }

  /** Whether a record may begin with that name. */
  mayBegin(first: string): boolean {
    return this.#firsts.has(first);
  }
}

/** `beginningOf({ type: 'user', uuid: 'u1', cwd: '/' })` is `'type=user,uuid'`; empty for what is no object. */
export function beginningOf(record: Json): string {
  if (!isJsonObject(record)) return '';
  const names: string[] = [];
  for (const name in record) {
    const value = record[name];
    names.push(name === 'type' && typeof value === 'string' ? `type=${value}` : name);
    if (names.length === 2) break;
  }
  return names.join(',');
}

/** `firstOf('type=user,uuid') === 'type=user'` */
export function firstOf(beginning: string): string {
  const end = beginning.indexOf(',');
  return end === -1 ? beginning : beginning.slice(0, end);
}

/** The first name of the object that begins at `column`, as `firstOf` gives it. */
export function firstIn(text: string, column: number): string {
  const head = text.slice(column, column + FIRST_NAME);
  const [, name = '', type] = /^\{"([^"\\]*)"(?::"([^"\\]*)")?/.exec(head) ?? [];
  return name === 'type' && type !== undefined ? `type=${type}` : name;
}

/** The same of a record that was cut off. */
export function beginningOfTorn(text: string): string {
  const node = jsonNodeOf(feedPartialJson(emptyPartialJson, text.slice(0, FIRST_CHARACTERS)));
  return node === undefined ? '' : beginningOf(jsonOf(node));
}
