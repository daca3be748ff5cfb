import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ClaudeSession } from '../../test/claude-session.ts';
import { folder, PATIENCE_MS, runCli } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';

const FIXTURES = join(import.meta.dirname, '../../../../packages/transcripts/fixtures');
const REPOSITORY = join(import.meta.dirname, '../../../..');

describe('[sessions, missing] opening without a path', { timeout: PATIENCE_MS }, () => {
  const home = folder();
  new ClaudeSession('/home/me/a', 'a').user('older').write(home, '.claude/projects/-a', '5f0caaaa-1.jsonl');
  new ClaudeSession('/home/me/b', 'b')
    .user('one')
    .user('newest')
    .write(home, '.claude/projects/-b', '5f0cbbbb-2.jsonl');

  it('--last is the newest session; an id may be cut', async () => {
    expect((await runHere(['open', '--last'], { home })).stdout).toContain('❯ newest');
    expect((await runHere(['open', '5f0caa'], { home })).stdout).toContain('❯ older');
    expect((await runHere(['export', '5f0caa', '--to', 'text'], { home })).stdout).toContain('older');
    expect((await runHere(['inspect', '5f0caa'], { home })).stdout).toContain('older');
  });

  it('an id is found where its file is called otherwise, and where a copy stands beside it', async () => {
    const own = folder();
    const to = join(own, '.codex/sessions/2026/04/30');
    mkdirSync(to, { recursive: true });
    copyFileSync(join(FIXTURES, 'codex/enveloped.jsonl'), join(to, 'rollout-copy.jsonl'));
    const listed = async (): Promise<{ session: string }> =>
      JSON.parse((await runHere(['sessions', '--json'], { home: own })).stdout.split('\n')[0] ?? '');
    const { session } = await listed();
    for (const command of [['open'], ['inspect'], ['export', '--to', 'text']]) {
      expect((await runHere([...command, session.slice(0, 8)], { home: own })).code).toBe(0);
    }
    copyFileSync(join(FIXTURES, 'codex/enveloped.jsonl'), join(to, `rollout-2026-04-30T11-06-36-${session}.jsonl`));
    expect((await runHere(['open', session.slice(0, 8)], { home: own })).code).toBe(0);
  });

  it('[issue 11] the id of an agent’s session opens it alone, though it is in the list with the session that started it', async () => {
    const own = folder();
    const day = join(own, '.codex/sessions/2026/02/02');
    mkdirSync(day, { recursive: true });
    const [parent, kid] = ['019e0000-0000-7000-8000-000000000001', '029e0000-0000-7000-8000-000000000002'];
    const put = (id: string, text: string, source: object | undefined, ...items: readonly object[]): void => {
      const asked = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
      const lines = [asked, ...items].map((payload) => ({ type: 'response_item', payload }));
      const records = [{ type: 'session_meta', payload: { id, source } }, ...lines];
      writeFileSync(
        join(day, `rollout-2026-02-02T00-00-00-${id}.jsonl`),
        records.map((one) => JSON.stringify(one)).join('\n'),
      );
    };
    const call = { type: 'function_call', name: 'spawn_agent', arguments: '{}', call_id: 'c1' };
    put(parent, 'Bake.', undefined, call, {
      type: 'function_call_output',
      call_id: 'c1',
      output: JSON.stringify({ agent_id: kid }),
    });
    put(kid, 'Grind.', { subagent: { thread_spawn: { parent_thread_id: parent } } });
    expect((await runHere(['sessions'], { home: own })).stdout).not.toContain(kid);
    expect((await runHere(['open', kid.slice(0, 8)], { home: own })).stdout).toContain('❯ Grind.');
  });

  it('letters that several ids begin with name them; letters of none are a file that is not there', async () => {
    const several = await runHere(['open', '5f0c'], { home });
    expect([several.code, several.stderr]).toEqual([1, expect.stringContaining('2 sessions begin with 5f0c.')]);
    expect((await runHere(['open', 'abcd'], { home })).stderr).toContain('There is no file abcd.');
    const short = await runHere(['open', '5f0'], { home });
    expect([short.code, short.stderr]).toEqual([
      1,
      expect.stringMatching(/There is no file 5f0\.[^]*at least 4 letters/),
    ]);
    expect((await runHere(['open', '--last'])).stderr).toContain('No sessions were found on this computer.');
  });
});

describe('[issue 11, new formats] at their usual places', { timeout: PATIENCE_MS }, () => {
  it('all are listed', async () => {
    const home = folder();
    const put = (fixture: string, ...path: string[]): void => {
      const to = join(home, ...path);
      mkdirSync(dirname(to), { recursive: true });
      copyFileSync(join(FIXTURES, fixture), to);
    };
    const id = '5f0c2b1e-1111-4222-8333-944455556666';
    put('qwen/chat.jsonl', '.qwen/projects/-home-me/chats', `${id}.jsonl`);
    put('copilot/events.jsonl', '.copilot/session-state', id, 'events.jsonl');
    put('kimi/wire.jsonl', '.kimi/sessions/abc', id, 'wire.jsonl');
    put('amp/thread.json', '.data/amp/threads', `T-${id}.json`);
    put('cursor/transcript.jsonl', '.cursor/projects/home-me/agent-transcripts', id, `${id}.jsonl`);
    const { stdout, stderr } = await runHere(['sessions', '--json'], { home });
    const agents = stdout
      .trim()
      .split('\n')
      .map((line): { agent: string; title: string } => JSON.parse(line));
    expect(agents.map(({ agent, title }) => `${agent}: ${title}`).sort()).toEqual([
      'amp: Boat',
      'copilot: Water the beds.',
      'cursor: Sharpen the saw.',
      'kimi: Paint the fence.',
      'qwen: Bread',
    ]);
    expect(stderr).toBe('');
  });
});

describe('paths are meant from where the person is', { timeout: PATIENCE_MS }, () => {
  it('also where npm starts the command in another folder', async () => {
    const here = folder();
    new ClaudeSession().user('found it').write(here, 'session.jsonl');
    const env = { INIT_CWD: here, npm_package_json: join(REPOSITORY, 'package.json') };
    expect((await runCli(['open', 'session.jsonl'], { cwd: REPOSITORY, env })).stdout).toContain('❯ found it');
    const other = { ...env, npm_package_json: join(here, 'package.json') };
    expect((await runCli(['open', 'session.jsonl'], { cwd: REPOSITORY, env: other })).stderr).toContain(
      'There is no file',
    );
  });
});
