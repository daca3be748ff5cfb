import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { folder } from '../../test/run-cli.ts';
import { listSessions } from './list-sessions.ts';

const QUIET = { show: () => undefined, clear: () => undefined };
const TIME = { created: 1_770_000_000_000, updated: 1_770_000_005_000 };

/** What is listed: `codex · lint it`. */
async function listed(home: string, skipped: string[] = []): Promise<readonly string[]> {
  const env = { HOME: home, XDG_CACHE_HOME: join(home, '.cache'), XDG_DATA_HOME: join(home, '.data') };
  const sessions = await listSessions(env, QUIET, ({ path }) => void skipped.push(path.slice(home.length + 1)));
  return sessions.map(({ agent, path, summary }) => `${agent} ${path.slice(home.length + 1)} ${summary.title}`).sort();
}

function put(home: string, path: string, ...lines: readonly object[]): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), lines.map((line) => JSON.stringify(line)).join('\n'));
}

function putStored(home: string, id: string, parentID?: string): void {
  const info = { id, title: `Title of ${id}`, directory: '/w', version: '1', projectID: 'p', time: TIME };
  const storage = '.data/opencode/storage';
  put(home, `${storage}/session/p/${id}.json`, { ...info, ...(parentID === undefined ? {} : { parentID }) });
  put(home, `${storage}/message/${id}/msg_${id}.json`, { id: `msg_${id}`, sessionID: id, role: 'user', time: TIME });
  put(home, `${storage}/part/msg_${id}/prt_${id}.json`, {
    id: `prt_${id}`,
    messageID: `msg_${id}`,
    type: 'text',
    text: 'Hi',
  });
}

function putRows(home: string, ...sessions: readonly (readonly [id: string, parent: string | null])[]): void {
  mkdirSync(join(home, '.data/opencode'), { recursive: true });
  const database = new DatabaseSync(join(home, '.data/opencode/opencode.db'));
  database.exec(`
    create table session (id text, slug text, project_id text, directory text, title text, version text, parent_id text, time_created int, time_updated int);
    create table message (id text, session_id text, data text, time_created int);
    create table part (id text, message_id text, session_id text, data text);`);
  for (const [id, parent] of sessions) {
    const session = database.prepare('insert into session values (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    session.run(id, 's', 'p', '/w', `Title of ${id}`, '1', parent, TIME.created, TIME.updated);
    const message = database.prepare('insert into message values (?, ?, ?, ?)');
    message.run(`msg_${id}`, id, JSON.stringify({ role: 'user', time: TIME }), TIME.created);
    const part = database.prepare('insert into part values (?, ?, ?, ?)');
    part.run(`prt_${id}`, `msg_${id}`, id, JSON.stringify({ type: 'text', text: 'Hi' }));
  }
  database.close();
}

describe('opencode’s sessions', () => {
  it('that are in its folders and in its database are listed once', async () => {
    const home = folder();
    putStored(home, 'ses_1');
    putStored(home, 'ses_2');
    putRows(home, ['ses_2', null], ['ses_3', null]);
    const once = await listed(home);
    expect(once).toEqual([
      'opencode .data/opencode/opencode.db#ses_2 Title of ses_2',
      'opencode .data/opencode/opencode.db#ses_3 Title of ses_3',
      'opencode .data/opencode/storage#ses_1 Title of ses_1',
    ]);
    expect(await listed(home)).toEqual(once);
  });

  it.each([
    ['is no database', () => Buffer.from('no database')],
    ['is cut', (whole: Buffer) => whole.subarray(0, 4096)],
    [
      'is damaged in the middle',
      (whole: Buffer) => Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.length - 4096, 7)]),
    ],
  ])('where its database %s that is told, and all other sessions are listed', async (_, damage) => {
    const home = folder();
    putStored(home, 'ses_1');
    putRows(home, ['ses_2', null]);
    expect(await listed(home)).toHaveLength(2);
    const database = join(home, '.data/opencode/opencode.db');
    writeFileSync(database, damage(readFileSync(database)));
    for (const look of ['first', 'again']) {
      const skipped: string[] = [];
      expect([look, await listed(home, skipped)]).toEqual([
        look,
        ['opencode .data/opencode/storage#ses_1 Title of ses_1'],
      ]);
      expect(new Set(skipped)).toEqual(new Set(['.data/opencode/opencode.db']));
    }
  });

  it('that another started stand in that one; by themselves only where it is gone', async () => {
    const home = folder();
    putStored(home, 'ses_1');
    putStored(home, 'ses_2', 'ses_1');
    putStored(home, 'ses_3', 'ses_gone');
    putRows(home, ['ses_4', null], ['ses_5', 'ses_4'], ['ses_6', 'ses_gone']);
    const once = await listed(home);
    expect(once.map((line) => line.split(' ').at(-1))).toEqual(['ses_4', 'ses_6', 'ses_1', 'ses_3']);
    expect(await listed(home)).toEqual(once);
  });
});

describe('Codex’s subagents', () => {
  const asked = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Grind.' }] };
  const rollout = (home: string, id: string, source?: object): void =>
    put(
      home,
      `.codex/sessions/2026/02/02/rollout-2026-02-02T00-00-00-${id}.jsonl`,
      { timestamp: '2026-02-02T00:00:00Z', type: 'session_meta', payload: { id, cwd: '/w', source } },
      { timestamp: '2026-02-02T00:00:01Z', type: 'response_item', payload: asked },
    );
  const started = (by: string): object => ({ subagent: { thread_spawn: { parent_thread_id: by } } });

  it('are not sessions of their own, unless the session that started them is gone', async () => {
    const home = folder();
    rollout(home, 't1');
    rollout(home, 't2', started('t1'));
    rollout(home, 't3', started('t9'));
    expect((await listed(home)).map((line) => /-(t\d)\.jsonl/.exec(line)?.[1])).toEqual(['t1', 't3']);
  });
});
