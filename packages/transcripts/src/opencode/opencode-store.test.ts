import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fieldsOf } from '@toolthread/core/json';
import { expect, it, onTestFinished } from 'vitest';
import { FIXTURES } from '../../test/fixtures.ts';
import { openOpencodeStore } from '../index.ts';

/** The data folder of who came from an older version: sessions in folders, and newer ones in a database. */
function bothIn(sessions: readonly (readonly [id: string, title: string, updated: number])[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-opencode-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(FIXTURES, 'opencode', 'storage'), join(folder, 'storage'), { recursive: true });
  const database = new DatabaseSync(join(folder, 'opencode.db'));
  database.exec(`create table session (id text primary key, parent_id text, title text, time_created integer, time_updated integer);
    create table message (id text primary key, session_id text, time_created integer, time_updated integer, data text);
    create table part (id text primary key, message_id text, session_id text, time_created integer, time_updated integer, data text);`);
  for (const [id, title, updated] of sessions)
    database.prepare('insert into session values (?, null, ?, 1, ?)').run(id, title, updated);
  database.close();
  return folder;
}

it('[issue 11] a data folder has the sessions of its database and of its folders; what is in both is that of the database', () => {
  const store = openOpencodeStore(
    bothIn([
      ['ses_1', 'Moved', 9e12],
      ['ses_50', 'New', 8e12],
    ]),
  );
  onTestFinished(() => store?.close());
  expect(store?.sessions().map(({ id, title }) => [id, title])).toEqual([
    ['ses_1', 'Moved'],
    ['ses_50', 'New'],
    ['ses_2', 'Find tongs (@explore subagent)'],
  ]);
  const titleOf = (id: string): unknown => fieldsOf(fieldsOf(store?.document(id))['info'])['title'];
  expect(['ses_1', 'ses_50', 'ses_2', 'ses_3'].map(titleOf)).toEqual([
    'Moved',
    'New',
    'Find tongs (@explore subagent)',
    undefined,
  ]);
});
