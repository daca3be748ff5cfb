/**
 * The description of the tables is the same in every ledger of a version: where it is broken, it can be written again, in a copy. SQLite reads nothing of a file
 * of which one description makes no sense.
 */
import { DatabaseSync } from 'node:sqlite';
import { NEWEST_SCHEMA } from '../sql/migrate.ts';
import { describedIn, describedTo, versionOf } from './schema-damage.ts';
import type { Described } from './schema-damage.ts';

/** A database that is read as far as its description makes sense. */
export function openTolerant(file: string, access: 'read' | 'write'): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: access === 'read', defensive: false });
  database.exec('pragma writable_schema = on');
  return database;
}

/** `restoreSchema('ledger.db.mended')`: as far as it is known which description is whose. */
export function restoreSchema(copy: string): void {
  const database = openTolerant(copy, 'write');
  try {
    const found = describedIn(database);
    const write = database.prepare(
      'update sqlite_schema set type = ?, name = ?, tbl_name = ?, sql = ? where rowid = ?',
    );
    for (const [{ rowid }, { type, name, tbl_name, sql }] of brokenOnes(found, describedTo(versionIn(database))))
      write.run(type, name, tbl_name, sql, rowid);
  } catch (error) {
    // Its pages are broken, too: then it is read as it is.
    if (!(error instanceof Error && 'errcode' in error)) throw error;
  } finally {
    database.close();
  }
}

function versionIn(database: DatabaseSync): number {
  const version = versionOf(database) ?? NEWEST_SCHEMA;
  return Math.min(version, NEWEST_SCHEMA);
}

/** Each with what it was. By its name, which may be broken itself: then the one that is most like it. */
function brokenOnes(
  found: readonly Described[],
  known: readonly Described[],
): readonly (readonly [Described, Described])[] {
  const sound = new Set(known.map(textOf));
  const there = new Set(found.map(textOf));
  const broken = new Set(found.filter((one) => !sound.has(textOf(one))));
  const pairs: [Described, Described][] = [];
  const missing = known.filter((one) => !there.has(textOf(one)));
  const pair = (one: Described | undefined, what: Described): void => {
    if (one === undefined) return;
    broken.delete(one);
    pairs.push([one, what]);
  };
  const named = new Map([...broken].map((one) => [`${one.type} ${one.name}`, one]));
  const unnamed = missing.filter((what) => !named.has(`${what.type} ${what.name}`));
  for (const what of missing) pair(named.get(`${what.type} ${what.name}`), what);
  for (const what of unnamed) {
    const alike = [...broken].map((one) => ({ one, apart: lettersApart(textOf(one), textOf(what)) }));
    pair(alike.toSorted((a, b) => a.apart - b.apart).find(({ apart }) => apart <= MOST_APART)?.one, what);
  }
  return pairs;
}

/** From the first letter that differs to the last. */
const MOST_APART = 16;

function lettersApart(one: string, other: string): number {
  if (one.length !== other.length) return Infinity;
  const differing = Array.from(one, (_, at) => at).filter((at) => one[at] !== other[at]);
  return (differing.at(-1) ?? 0) - (differing[0] ?? 0);
}

function textOf({ type, name, tbl_name, sql }: Described): string {
  return [type, name, tbl_name, sql ?? ''].join('\n');
}
