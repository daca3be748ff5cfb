import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { ClaudeSession, smallSession } from '../../test/claude-session.ts';
import { folder, PATIENCE_MS, runCli } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';
import { SessionIndex } from './session-index.ts';
import { whenWords } from './when-words.ts';

const iso = (second: number): string => new Date(1_770_000_000_000 + second * 1000).toISOString();

/** A home with a session of each agent. */
function home(): string {
  const at = folder();
  smallSession().write(at, '.claude/projects/-home-me-parser', 's-1.jsonl');
  new ClaudeSession().user('part of another').write(at, '.claude/projects/-home-me-parser', 'agent-a1.jsonl');
  const rollout = [
    { timestamp: iso(1), type: 'session_meta', payload: { id: 't1', cwd: '/home/me/lint', cli_version: '0.126.0' } },
    {
      timestamp: iso(2),
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'lint it' }] },
    },
    {
      timestamp: iso(3),
      type: 'response_item',
      payload: { type: 'function_call', name: 'exec', arguments: '{}', call_id: 'k1' },
    },
    {
      timestamp: iso(9),
      type: 'response_item',
      payload: { type: 'function_call_output', call_id: 'k1', output: 'needle in codex' },
    },
  ];
  put(at, '.codex/sessions/2026/02/02/rollout-2026-02-02T00-00-00-t1.jsonl', rollout);
  const pi = [
    { type: 'session', version: 3, id: 'p1', timestamp: iso(1), cwd: '/home/me/parser' },
    {
      type: 'message',
      id: 'aaaa0001',
      parentId: null,
      timestamp: iso(50),
      message: { role: 'user', content: 'pi question' },
    },
  ];
  put(at, '.pi/agent/sessions/--home-me-parser--/1_p1.jsonl', pi);
  const gemini = {
    sessionId: 'g1',
    projectHash: 'h',
    startTime: iso(1),
    lastUpdated: iso(2),
    messages: [{ id: '1', timestamp: iso(2), type: 'user', content: 'gemini question' }],
  };
  put(at, '.gemini/tmp/h/chats/session-2026-02-02T00-00-g1.json', [gemini]);
  return at;
}

function put(at: string, path: string, lines: readonly object[]): string {
  const file = join(at, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

/** What the last run kept. */
const kept = (at: string): string => readFileSync(join(at, '.cache/toolthread/sessions.json'), 'utf8');

describe('toolthread sessions', { timeout: PATIENCE_MS }, () => {
  it('lists what every agent left, by project, newest first', async () => {
    const at = home();
    const { code, stdout, stderr } = await runCli(['sessions'], { home: at });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(`/home/me/parser
  2026-02-02  pi question
              pi · 0 tool calls
              ~/.pi/agent/sessions/--home-me-parser--/1_p1.jsonl
  2026-02-02  Parser upgrade
              claude-code · 2 tool calls · 1 failed · 6s · 150 output tokens
              ~/.claude/projects/-home-me-parser/s-1.jsonl

/home/me/lint
  2026-02-02  lint it
              codex · 1 tool call · 7s
              ~/.codex/sessions/2026/02/02/rollout-2026-02-02T00-00-00-t1.jsonl

(no folder)
  2026-02-02  gemini question
              gemini · 0 tool calls
              ~/.gemini/tmp/h/chats/session-2026-02-02T00-00-g1.json
`);
  });

  it('[5] each session stands under its own folder, whichever of its records names it, and never under a neighbour’s', async () => {
    const at = folder();
    const early = {
      snapshot: '{"type":"file-history-snapshot","messageId":"m","snapshot":{}}',
      summary: '{"type":"summary","summary":"Of before","leafUuid":"l"}',
      mode: '{"type":"permission-mode","permissionMode":"plan"}',
      broken: '// not JSON',
      none: '',
    };
    for (const [name, first] of Object.entries(early)) {
      const session = new ClaudeSession(`/home/${name}/work`, name).user(`words of ${name}`);
      put(at, `.claude/projects/-p-x/${name}.jsonl`, []);
      writeFileSync(join(at, `.claude/projects/-p-x/${name}.jsonl`), `${first}\n${session.text}`);
    }
    const nowhere = new ClaudeSession('/home/lost', 'lost')
      .user('words of lost')
      .text.replace('"cwd":"/home/lost",', '');
    writeFileSync(join(at, '.claude/projects/-p-x/lost.jsonl'), nowhere);
    const { stdout } = await runHere(['sessions', '--json'], { home: at });
    const projects = stdout
      .trim()
      .split('\n')
      .map((row): { path: string; project: string } => JSON.parse(row))
      .map(({ path, project }) => [path.replace(/^.*\/|\.jsonl$/g, ''), project]);
    expect(Object.fromEntries(projects)).toEqual({
      ...Object.fromEntries(Object.keys(early).map((name) => [name, `/home/${name}/work`])),
      lost: '',
    });
  });

  it('--json, --agent, --project and --limit', async () => {
    const at = home();
    const list = async (
      ...args: string[]
    ): Promise<{ agent: string; calls: number; failed: number; title: string }[]> =>
      (await runHere(['sessions', '--json', ...args], { home: at })).stdout
        .split('\n')
        .filter((row) => row !== '')
        .map((row) => JSON.parse(row));
    expect((await list()).map(({ agent }) => agent)).toEqual(['pi', 'codex', 'claude-code', 'gemini']);
    expect(await list('--agent', 'claude-code')).toMatchObject([{ title: 'Parser upgrade', calls: 2, failed: 1 }]);
    expect((await list('--project', 'LINT')).map(({ agent }) => agent)).toEqual(['codex']);
    expect(await list('--limit', '2')).toHaveLength(2);
    expect((await runHere(['sessions', '--limit', 'x'], { home: at })).stderr).toContain('--limit needs a number');
    const none = await runHere(['sessions', '--agent', 'pi', '--project', 'lint'], { home: at });
    expect([none.code, none.stderr]).toEqual([
      1,
      'toolthread: No session matches --agent pi and --project lint.\n  "toolthread sessions" lists all 4.\n',
    ]);
    const unknown = await runHere(['sessions', '--json', '--agent', 'nobody'], { home: at });
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('one of claude-code, codex')]);
  });

  it('a second time only what changed is read, and what is gone is forgotten', async () => {
    const at = home();
    const file = join(at, '.claude/projects/-home-me-parser/s-1.jsonl');
    const first = await runHere(['sessions'], { home: at });
    // What is kept is what is shown: a mark in it is seen only if the file is not read again.
    const path = join(at, '.cache/toolthread/sessions.json');
    writeFileSync(path, kept(at).replace('Parser upgrade', 'Kept title'));
    const second = await runHere(['sessions'], { home: at });
    expect(second.stdout).toBe(first.stdout.replace('Parser upgrade', 'Kept title'));
    appendFileSync(file, new ClaudeSession('/home/me/parser', 'more').user('and more').title('New title').text);
    rmSync(join(at, '.pi'), { recursive: true });
    const third = await runHere(['sessions'], { home: at });
    expect(third.stdout).toContain('New title');
    expect(third.stdout).not.toContain('pi question');
    expect(kept(at)).not.toContain('.pi/agent');
  });

  it('what was kept and cannot be read is made anew', async () => {
    const at = home();
    mkdirSync(join(at, '.cache/toolthread'), { recursive: true });
    for (const broken of ['', '{', '[]', '{"version":0}', '{"version":1,"sessions":3,"stores":{}}', 'null']) {
      writeFileSync(join(at, '.cache/toolthread/sessions.json'), broken);
      expect((await runHere(['sessions', '--agent', 'codex'], { home: at })).stdout).toContain('lint it');
    }
  });

  it('a link is not followed, a broken file costs no other, an empty home says so', async () => {
    const at = home();
    const secret = smallSession().title('Secret').write(folder(), 'outside.jsonl');
    symlinkSync(secret, join(at, '.claude/projects/-home-me-parser/link.jsonl'));
    writeFileSync(join(at, '.claude/projects/-home-me-parser/broken.jsonl'), '{"type":');
    writeFileSync(join(at, '.claude/projects/-home-me-parser/empty.jsonl'), '');
    const { stdout } = await runHere(['sessions'], { home: at });
    expect(stdout).not.toContain('Secret');
    expect(stdout.match(/~\/\.claude/g)).toHaveLength(1);
    const none = await runHere(['sessions']);
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('No sessions were found')]);
  });

  it('sessions inside of opencode’s database and folders, and each can be opened', async () => {
    const at = folder();
    const data = join(at, '.data/opencode');
    const time = { created: 1_770_000_000_000, updated: 1_770_000_005_000 };
    put(at, '.data/opencode/storage/session/p/ses_old.json', [
      { id: 'ses_old', title: 'In folders', directory: '/home/me/old', version: '1', projectID: 'p', time },
    ]);
    put(at, '.data/opencode/storage/message/ses_old/msg_1.json', [
      { id: 'msg_1', sessionID: 'ses_old', role: 'user', time },
    ]);
    put(at, '.data/opencode/storage/part/msg_1/prt_1.json', [
      { id: 'prt_1', messageID: 'msg_1', type: 'text', text: 'from a folder' },
    ]);
    const database = new DatabaseSync(join(data, 'opencode.db'));
    database.exec(`
      create table session (id text, slug text, project_id text, directory text, title text, version text, parent_id text, time_created int, time_updated int);
      create table message (id text, session_id text, data text, time_created int);
      create table part (id text, message_id text, session_id text, data text);
      insert into session values ('ses_new', 's', 'p', '/home/me/new', 'In a database', '1', null, 1770000000000, 1770000009000);
      insert into session values ('ses_child', 's', 'p', '/home/me/new', 'A child', '1', 'ses_new', 1770000000000, 1770000009000);
      insert into message values ('msg_2', 'ses_new', '{"role":"user","time":{"created":1770000000000}}', 1770000000000);
      insert into part values ('prt_2', 'msg_2', 'ses_new', '{"type":"text","text":"from a database"}');`);
    database.close();
    const { stdout } = await runHere(['sessions'], { home: at });
    expect(stdout).toContain('In folders');
    expect(stdout).toContain('In a database');
    expect(stdout).not.toContain('A child');
    const again = await runHere(['sessions'], { home: at });
    expect(again.stdout).toBe(stdout);
    expect((await runHere(['open', `${join(data, 'opencode.db')}#ses_new`])).stdout).toContain('❯ from a database');
    expect((await runHere(['open', `${join(data, 'storage')}#ses_old`])).stdout).toContain('❯ from a folder');
    expect((await runHere(['open', join(data, 'opencode.db')])).stderr).toMatch(
      /holds 2 sessions\.\n {2}Name one: .*#ses_/,
    );
    expect((await runHere(['open', `${data}#ses_none`])).stderr).toContain('There is no session ses_none');
  });
});

describe('the index', () => {
  it('knows a file by its size and its time', () => {
    const at = folder();
    const path = join(at, 'kept', 'sessions.json');
    const file = { agent: 'pi', path: '/x', size: 3, mtimeMs: 7 } as const;
    const summary = {
      session: null,
      parent: null,
      runs: [],
      run: null,
      digest: 'd',
      title: 't',
      project: '',
      model: null,
      turn: 'over' as const,
      calls: 0,
      elsewhere: 0,
      failed: 0,
      interrupted: 0,
      denied: 0,
      lost: 0,
      tokens: 0,
      workedMs: 0,
      startedAt: null,
      endedAt: null,
      usage: [],
    };
    const index = new SessionIndex(path);
    expect(index.get(file)).toBeUndefined();
    index.set(file, summary);
    index.set({ ...file, path: '/none' }, null);
    index.save();
    const again = new SessionIndex(path);
    expect(again.get(file)).toEqual(summary);
    expect(again.get({ ...file, path: '/none' })).toBeNull();
    for (const change of [{ size: 4 }, { mtimeMs: 8 }, { path: '/y' }])
      expect(again.get({ ...file, ...change })).toBeUndefined();
  });

  it('a place that cannot be written costs nothing but time', () => {
    const at = folder();
    writeFileSync(join(at, 'file'), '');
    const index = new SessionIndex(join(at, 'file', 'sessions.json'));
    index.set({ agent: 'pi', path: '/x', size: 1, mtimeMs: 1 }, null);
    expect(() => index.save()).not.toThrow();
  });
});

describe('when', () => {
  const now = new Date(2026, 7, 22, 12).getTime();
  it.each([
    [0, 'just now'],
    [-5_000, 'just now'],
    [59_000, 'just now'],
    [5 * 60_000, '5 min ago'],
    [3 * 3_600_000, '3 h ago'],
    [2 * 86_400_000, '2 d ago'],
    [30 * 86_400_000, '2026-07-23'],
    [-30 * 86_400_000, '2026-09-21'],
  ])('%i ms ago: %s', (ago, words) => expect(whenWords(now - ago, now)).toBe(words));
});
