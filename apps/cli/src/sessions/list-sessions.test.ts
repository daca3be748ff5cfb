import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OpencodeRows } from '../../test/opencode-rows.ts';
import { ClaudeSession } from '../../test/claude-session.ts';
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

function putRows(home: string, ...sessions: readonly (readonly [id: string, parent: string | null])[]): OpencodeRows {
  const rows = new OpencodeRows(join(home, '.data/opencode'));
  onTestFinished(() => rows.close());
  for (const [id, parent] of sessions)
    rows.session(id, parent).message(`msg_${id}`, { role: 'user' }).part(`prt_${id}`, { type: 'text', text: 'Hi' });
  // All is in one file, which a test may damage.
  return rows.exec('pragma journal_mode = delete');
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

describe('[issue 11] a session whose file occurs twice', () => {
  const project = '.claude/projects/-a';
  const session = (...words: string[]): string => {
    const told = new ClaudeSession('/home/me/a', 's-1');
    for (const text of words) told.user(text);
    return readFileSync(told.write(folder(), 's.jsonl'), 'utf8');
  };

  it('is listed once: as the plain file, and under one of its names', async () => {
    const home = folder();
    put(home, `${project}/x.jsonl`);
    writeFileSync(join(home, project, 'x.jsonl'), session('Hello'));
    writeFileSync(join(home, project, 'x.jsonl.gz'), gzipSync(session('Hello')));
    expect(await listed(home)).toEqual([`claude-code ${project}/x.jsonl Hello`]);
    writeFileSync(join(home, project, 'copy.jsonl'), session('Hello'));
    const once = await listed(home);
    expect(once).toHaveLength(1);
    expect(await listed(home)).toEqual(once);
  });

  it('[L4] is told of, with its rule, as is one that is empty or says nothing', async () => {
    const home = folder();
    put(home, `${project}/x.jsonl`);
    writeFileSync(join(home, project, 'x.jsonl'), session('Hello'));
    writeFileSync(join(home, project, 'copy.jsonl'), session('Hello'));
    writeFileSync(join(home, project, 'x.jsonl.gz'), gzipSync(session('Hello')));
    writeFileSync(join(home, project, 'nothing.jsonl'), '');
    writeFileSync(join(home, project, 'silent.jsonl'), '{"type":"summary","summary":"Bread","leafUuid":"u"}\n');
    const told = async (): Promise<readonly string[]> => {
      const rules: string[] = [];
      const env = { HOME: home, XDG_CACHE_HOME: join(home, 'cache') };
      const sessions = await listSessions(
        env,
        QUIET,
        () => undefined,
        ({ path }, rule) => rules.push(`${rule} ${path.split('/').at(-1)}`),
      );
      expect(sessions).toHaveLength(1);
      return rules.map((rule) => rule.replace(/^copy (?:x|copy)\.jsonl$/, 'copy of x')).toSorted();
    };
    const rules = ['copy of x', 'copy x.jsonl.gz', 'empty nothing.jsonl', 'wordless silent.jsonl'];
    expect(await told()).toEqual(rules);
    // From the index, too.
    expect(await told()).toEqual(rules);
  });

  it.each([
    ['x.jsonl', 'y.jsonl'],
    ['x.jsonl', 'x.jsonl.gz'],
    ['x.jsonl', 'y.jsonl.gz'],
    ['x.jsonl.gz', 'y.jsonl.gz'],
  ])('and one that has other words, of the same length too, is another: %s and %s', async (...names) => {
    const home = folder();
    mkdirSync(join(home, project), { recursive: true });
    const write = (words: readonly string[]): void => {
      for (const [place, name] of names.entries()) {
        const text = session('Hello', words[place] ?? '');
        writeFileSync(join(home, project, name), name.endsWith('.gz') ? gzipSync(text) : text);
      }
    };
    write(['One', 'Three']);
    expect(await listed(home)).toHaveLength(2);
    write(['One', 'Two']);
    expect(await listed(home)).toHaveLength(2);
  });

  it('and one that went on, has another id, or began at another time is another', async () => {
    const home = folder();
    put(home, `${project}/x.jsonl`);
    writeFileSync(join(home, project, 'x.jsonl'), session('Hello'));
    writeFileSync(join(home, project, 'y.jsonl'), session('Hello').replaceAll('s-1', 's-2'));
    writeFileSync(join(home, project, 'z.jsonl'), session('Hello').replaceAll('2026-', '2025-'));
    writeFileSync(join(home, project, 'more.jsonl'), session('Hello', 'More'));
    expect(await listed(home)).toHaveLength(4);
  });
});

describe('[issue 11] a session is read again when it has changed, whatever says so', () => {
  const call = (status: string): object => ({
    type: 'tool',
    callID: 'c1',
    tool: 'bash',
    state: { status, input: {}, output: 'x' },
  });
  /** The calls of each session, by its id. */
  async function calls(home: string): Promise<string> {
    const env = { HOME: home, XDG_CACHE_HOME: join(home, '.cache'), XDG_DATA_HOME: join(home, '.data') };
    const sessions = await listSessions(env, QUIET, ({ path }) => expect.fail(path));
    return sessions
      .map(({ path, summary }) => `${path.split(/[/#]/).at(-1)} ${summary.calls} ${summary.failed}`)
      .join(', ');
  }

  it('in opencode’s database: its messages and parts, though its own time stays', async () => {
    const home = folder();
    const rows = putRows(home, ['ses_1', null]);
    expect(await calls(home)).toBe('ses_1 0 0');
    rows.message('msg_2', { role: 'assistant' }).part('prt_2', call('completed'));
    expect(await calls(home)).toBe('ses_1 1 0');
    rows.part('prt_2', call('error'));
    expect(await calls(home)).toBe('ses_1 1 1');
    rows.session('ses_2', 'ses_1').message('msg_3', { role: 'assistant' }).part('prt_3', call('completed'));
    expect(await calls(home)).toBe('ses_1 2 1');
    rows.part('prt_4', { ...call('completed'), callID: 'c2' });
    expect(await calls(home)).toBe('ses_1 3 1');
    rows.exec("delete from part where id <> 'prt_ses_1'");
    expect(await calls(home)).toBe('ses_1 0 0');
  });

  it('in opencode’s folders', async () => {
    const home = folder();
    putStored(home, 'ses_1');
    expect(await calls(home)).toBe('ses_1 0 0');
    const storage = '.data/opencode/storage';
    put(home, `${storage}/message/ses_1/msg_ses_2.json`, { id: 'msg_ses_2', role: 'assistant', time: TIME });
    put(home, `${storage}/part/msg_ses_2/prt_1.json`, { id: 'prt_1', ...call('completed') });
    expect(await calls(home)).toBe('ses_1 1 0');
    put(home, `${storage}/part/msg_ses_2/prt_1.json`, { id: 'prt_1', ...call('error') });
    expect(await calls(home)).toBe('ses_1 1 1');
  });

  it('in Claude Code’s files of subagents', async () => {
    const home = folder();
    const project = join(home, '.claude/projects/-p');
    new ClaudeSession().user('one').write(project, 's-1.jsonl');
    expect(await calls(home)).toBe('s-1.jsonl 0 0');
    const agents = new ClaudeSession('/w', 'agent').calls('x1', 'Grep', {}).calls('x2', 'Grep', {});
    const own = agents.lines.map((text) => text.replace('"isSidechain":false', '"isSidechain":true,"agentId":"a1"'));
    const file = join(project, 's-1/subagents/agent-a1.jsonl');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${own[0]}\n`);
    expect(await calls(home)).toBe('s-1.jsonl 1 0');
    writeFileSync(file, own.join('\n'));
    expect(await calls(home)).toBe('s-1.jsonl 2 0');
  });
});

describe('Codex’s subagents', () => {
  const asked = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Grind.' }] };
  const rollout = (home: string, id: string, source?: object, ...items: readonly object[]): void =>
    put(
      home,
      `.codex/sessions/2026/02/02/rollout-2026-02-02T00-00-00-${id}.jsonl`,
      { timestamp: '2026-02-02T00:00:00Z', type: 'session_meta', payload: { id, cwd: '/w', source } },
      ...[asked, ...items].map((payload) => ({ timestamp: '2026-02-02T00:00:01Z', type: 'response_item', payload })),
    );
  const started = (by: string): object => ({ subagent: { thread_spawn: { parent_thread_id: by } } });

  it('[L4] are not sessions of their own, unless the session that started them is gone or does not have them', async () => {
    const home = folder();
    const call = { type: 'function_call', name: 'spawn_agent', arguments: '{}', call_id: 'c1' };
    const output = { type: 'function_call_output', call_id: 'c1', output: JSON.stringify({ agent_id: 't2' }) };
    rollout(home, 't1', undefined, call, output);
    rollout(home, 't2', started('t1'));
    rollout(home, 't3', started('t9'));
    rollout(home, 't4', started('t1'));
    const ids = (await listed(home)).map((line) => /-(t\d)\.jsonl/.exec(line)?.[1]);
    expect(ids).toEqual(['t1', 't3', 't4']);
  });
});

it('B.6 46: a secret that a session was asked with is neither in the list nor in the cache of titles', async () => {
  const home = folder();
  const secret = 'sk-ant-api03-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA';
  const path = '.claude/projects/-w/0a1b2c3d-0000-4000-8000-000000000001.jsonl';
  put(home, path, {
    type: 'user',
    uuid: 'u1',
    parentUuid: null,
    sessionId: '0a1b2c3d-0000-4000-8000-000000000001',
    timestamp: '2026-02-01T10:00:00.000Z',
    cwd: '/w',
    message: { role: 'user', content: `Deploy with ${secret} please` },
  });
  const env = { HOME: home, XDG_CACHE_HOME: join(home, '.cache'), ANTHROPIC_API_KEY: secret };
  for (const look of ['first', 'again']) {
    const sessions = await listSessions(env, QUIET, () => undefined);
    expect([look, sessions.map(({ summary }) => summary.title)]).toEqual([look, ['Deploy with [redacted] please']]);
  }
  const kept = readFileSync(join(home, '.cache/toolthread/sessions.json'), 'utf8');
  expect(kept).toContain('Deploy with');
  expect(kept).not.toContain(secret);
});
