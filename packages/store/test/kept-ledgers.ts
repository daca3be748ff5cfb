/** Ledgers as earlier versions left them, and what must be in them once they are up to date. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EventDraft } from '@toolthread/core';
import type { Ledger } from '@toolthread/store';
import { expect, onTestFinished } from 'vitest';
import { unwrap } from './contract/start.ts';

const fixtures = new URL('../fixtures/', import.meta.url);

/** Of which there is a file. */
export const versions: readonly number[] = readdirSync(fixtures)
  .flatMap((name) => /^schema-(\d+)\.sql$/.exec(name)?.[1] ?? [])
  .map(Number)
  .toSorted((a, b) => a - b);

/** What a workspace had. Before schema 5 each was one row. */
const large = Buffer.from('large '.repeat(50_000));
const small = Buffer.from('small');
const tree = Buffer.from(
  JSON.stringify({ files: [large, small].map((file, n) => [`file ${n}`, hashOf(file)]), left: [] }),
);
const nobodys = Buffer.from('put, and never named');

function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A file as that version of the schema left it. */
export function kept(version: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-migrate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'ledger.db');
  const raw = new DatabaseSync(file);
  raw.exec('pragma journal_mode = wal');
  for (const step of versions.slice(0, version))
    raw.exec(readFileSync(new URL(`schema-${step}.sql`, fixtures), 'utf8'));
  raw.exec(readFileSync(new URL(`rows-${Math.min(version, 2)}.sql`, fixtures), 'utf8'));
  for (const content of [large, small, tree, nobodys])
    if (version < 5) raw.prepare('insert into blobs (hash, content) values (?, ?)').run(hashOf(content), content);
    else putInPieces(raw, content);
  const saved = { v: 1, thread: 't1', seq: 4, at: 1003, type: 'workspace.saved', tree: hashOf(tree) };
  const body = JSON.stringify(saved);
  raw.prepare(`insert into events (thread, seq, size, body) values ('t1', 4, ?, ?)`).run(body.length, body);
  raw.exec(`update threads set seq = 4; insert into blob_uses values ('${hashOf(tree)}', 't1', 4)`);
  raw.close();
  return file;
}

/** As schema 5 does. */
function putInPieces(raw: DatabaseSync, content: Buffer): void {
  const [hash, bytes] = [hashOf(content), 65_536];
  const pieces = content.length > bytes ? hash : null;
  raw
    .prepare('insert into blobs (hash, content, size, pieces) values (?, ?, ?, ?)')
    .run(hash, content.subarray(0, bytes), content.length, pieces);
  for (let at = bytes; at < content.length; at += bytes)
    raw.prepare('insert into blob_pieces values (?, ?, ?)').run(hash, at, content.subarray(at, at + bytes));
  if (content === nobodys) raw.prepare('insert into unnamed_blobs values (?, 0)').run(hash);
  else if (content !== tree) raw.prepare(`insert into tree_uses values (?, 't1')`).run(hash);
}

/** All that the kept thread had is there, and it goes on. In the end it is deleted, and the ledger closed. */
export async function expectUpToDate(ledger: Ledger): Promise<void> {
  const events = unwrap(await ledger.read('t1', { after: 0, limit: 10 }));
  expect(events.map(({ seq, type }) => `${seq} ${type}`)).toEqual([
    '1 thread.created',
    '2 message.posted',
    '3 scope.opened',
    '4 workspace.saved',
  ]);
  for (const content of [large, small, tree]) {
    expect(Buffer.from(unwrap(await ledger.getBlob(hashOf(content)))).equals(content)).toBe(true);
    expect(unwrap(await ledger.blobSize(hashOf(content)))).toBe(content.length);
  }
  expect(Buffer.from(unwrap(await ledger.getBlob(hashOf(large), { from: 131_072, bytes: 6 })))).toEqual(
    large.subarray(131_072, 131_078),
  );
  await expect.poll(async () => (await ledger.getBlob(hashOf(nobodys))).ok).toBe(false);
  expect(unwrap(await ledger.listThreads({ limit: 10 }))).toMatchObject([
    { id: 't1', title: 'Kept', unfinished: true },
  ]);
  expect(unwrap(await ledger.scopes('t1', 0))).toMatchObject([{ seq: 3, scope: 'agent:a', show_tool_calls: false }]);
  expect(unwrap(await ledger.nextExpiry(0))).toBeUndefined();
  expect(unwrap(await ledger.search({ words: ['SCOPE.op'], limit: 10 })).found).toMatchObject([
    { thread: 't1', place: '0', whose: 'you', at: 1001 },
  ]);
  const posted: EventDraft = {
    type: 'message.posted',
    author: '@human',
    parts: [{ type: 'text', text: '"type":"scope.opened"' }],
    delivery: 'now',
    client_id: 'c1',
  };
  expect(unwrap(await ledger.append('t1', [posted]))).toMatchObject([{ seq: 2 }]);
  expect(unwrap(await ledger.append('t1', [{ ...posted, client_id: 'c2' }]))).toMatchObject([{ seq: 5 }]);
  // The files of the saved tree are its thread's, and go with it.
  unwrap(await ledger.deleteThread('t1'));
  for (const content of [large, small, tree]) expect((await ledger.getBlob(hashOf(content))).ok).toBe(false);
  await ledger.close();
}
