import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { fixture, FIXTURES, readFixture } from '../../test/fixtures.ts';
import { expectedOutline, outline } from '../../test/outline.ts';
import { openOpencodeStore, readTranscript } from '../index.ts';
import type { OpencodeStore } from '../index.ts';

const exported = readFixture('opencode/export.json');

it('shows a day at the forge, and counts messages, parts and states', () => {
  expect(outline(exported)).toEqual(expectedOutline('opencode/export'));
  expect(exported.title).toBe('Forging a hook');
  expect(exported.counts).toMatchObject({
    messages: 9,
    parts: { tool: 8, text: 6, 'step-start': 1, 'step-finish': 1, hologram: 1 },
    toolStates: { completed: 4, error: 2, running: 1, pending: 1 },
    version: '1.18.4',
    parentID: null,
    toolCalls: 8,
    unanswered: 2,
    errors: 2,
    hidden: { patch: 1, synthetic: 1, 'unknown:hologram': 1 },
  });
});

it('a step has the tokens that its end tells', () => {
  expect(
    exported.events.find((event) => event.type === 'agent.step.completed' && event.scope === undefined),
  ).toMatchObject({
    step: 1,
    usage: { input_tokens: 50, output_tokens: 13, cache_read_tokens: 20, cache_write_tokens: 1, reasoning_tokens: 3 },
  });
  expect(exported.events.find((event) => event.type === 'agent.tool.completed')).toMatchObject({ duration_ms: 1500 });
});

it('a chain of sessions, each started by the one before, is read to its end', () => {
  const length = 500;
  const session = (id: number): object => ({
    info: { id: `s${id}`, title: `s${id}` },
    messages: [
      {
        info: { id: `m${id}`, role: 'assistant' },
        parts: [
          {
            type: 'tool',
            callID: `c${id}`,
            tool: 'task',
            state: { status: 'completed', input: {}, output: '', metadata: { sessionId: `s${id + 1}` } },
          },
        ],
      },
    ],
  });
  const children = Array.from({ length }, (_, index) => session(index + 1));
  const read = readTranscript(JSON.stringify({ ...session(0), children }), { format: 'opencode' });
  expect(read.counts).toMatchObject({ messages: length + 1, toolCalls: length + 1 });
  expect(read.state.anomalies.count).toBe(0);
});

function documentOf(store: OpencodeStore | undefined, session: string): string {
  onTestFinished(() => store?.close());
  const document = store?.document(session);
  if (document === undefined) expect.fail('there is no such session');
  return JSON.stringify(document);
}

it('folders of files are the same document', () => {
  const store = openOpencodeStore(join(FIXTURES, 'opencode'));
  expect(store?.sessions().map(({ id, title, parent }) => [id, title, parent])).toEqual([
    ['ses_1', 'Forging a hook', undefined],
    ['ses_2', 'Find tongs (@explore subagent)', 'ses_1'],
  ]);
  expect(outline(readTranscript(documentOf(store, 'ses_1')))).toEqual(outline(exported));
});

it('and so is the database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-opencode-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = new DatabaseSync(join(folder, 'opencode.db'));
  database.exec(`create table session (id text primary key, project_id text, parent_id text, slug text, directory text, title text, version text, time_created integer, time_updated integer);
    create table message (id text primary key, session_id text, time_created integer, data text);
    create table part (id text primary key, message_id text, session_id text, data text);`);
  const { info, messages, children } = JSON.parse(fixture('opencode/export.json').bytes.toString('utf8'));
  for (const session of [{ info, messages }, ...children]) {
    const { id, parentID = null, slug, directory, title, version, time } = session.info;
    database
      .prepare('insert into session values (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(id, 'p', parentID, slug, directory, title, version, time.created, time.updated);
    session.messages.forEach((message: { info: { id: string }; parts: { id: string }[] }, place: number) => {
      const { id: messageId, ...data } = message.info;
      database.prepare('insert into message values (?, ?, ?, ?)').run(messageId, id, place, JSON.stringify(data));
      message.parts.forEach(({ id: partId, ...part }, index) => {
        const sorted = `prt_${String(index).padStart(3, '0')}_${partId}`;
        database.prepare('insert into part values (?, ?, ?, ?)').run(sorted, messageId, id, JSON.stringify(part));
      });
    });
  }
  database.close();
  for (const path of [folder, join(folder, 'opencode.db')]) {
    const store = openOpencodeStore(path);
    expect(store?.sessions().map(({ id }) => id)).toEqual(['ses_1', 'ses_2']);
    expect(outline(readTranscript(documentOf(store, 'ses_1')))).toEqual(outline(exported));
    expect(store?.document('nobody')).toBeUndefined();
  }
});

it('a folder that is none of this is no store, and an id is no path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-opencode-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(openOpencodeStore(folder)).toBeUndefined();
  expect(openOpencodeStore(join(folder, 'missing'))).toBeUndefined();

  const secret = join(folder, 'secret.json');
  writeFileSync(secret, JSON.stringify({ id: '../../secret', title: 'secret' }));
  const store = openOpencodeStore(join(FIXTURES, 'opencode', 'storage'));
  expect(store?.document('../../../opencode/small')).toBeUndefined();
  symlinkSync(secret, join(folder, 'link.json'));
  expect(store?.document('link')).toBeUndefined();
});
