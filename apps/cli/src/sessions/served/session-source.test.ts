import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { writeLedger } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { readSession, readTranscript } from '@toolthread/transcripts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ClaudeSession, smallSession } from '../../../test/claude-session.ts';
import { OpencodeRows } from '../../../test/opencode-rows.ts';
import { folder, PATIENCE_MS } from '../../../test/run-cli.ts';
import { drawn, environment, serve, sourceOf, TOKEN, until } from '../../../test/serve-sessions.ts';
import type { Answer } from '../../../test/serve-sessions.ts';
import { idOf, SessionDesk } from './session-desk.ts';
import { sessionSource } from './session-source.ts';

const FIXTURES = join(import.meta.dirname, '../../../../../packages/transcripts/fixtures');
/** A day ago: nobody goes on with what was written then. */
const YESTERDAY = new Date(Date.now() - 86_400_000);

/** The same records, the last of them made at `last`. */
function recorded(text: string, last: number): string {
  const times = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
  const newest = (text.match(times) ?? []).reduce((so, time) => Math.max(so, Date.parse(time)), 0);
  return text.replace(times, (time) => new Date(Date.parse(time) + last - newest).toISOString());
}

describe('[issue 13] the sessions of this computer, for the server', { timeout: PATIENCE_MS }, () => {
  it('in a thread of its own: lists, opens, follows; no answer has a path; no file is written', async () => {
    const home = folder();
    const file = new ClaudeSession(join(home, 'code/shop'), 'main', Date.now())
      .user('Fix the rounding')
      .calls('c1', 'Bash', { command: 'ls' })
      .write(home, '.claude/projects/-shop', '5f0caaaa-1.jsonl');
    const source = sessionSource(environment(home), () => []);
    onTestFinished(() => source.close());
    const server = await serve(source);
    const [session] = await server.list();
    expect(session).toMatchObject({
      agent: 'claude-code',
      title: 'Fix the rounding',
      project: '~/code/shop',
      model: 'm-1',
      calls: 1,
      failed: 0,
      state: 'working',
      thread: null,
    });
    expect(JSON.stringify(session)).not.toContain(home);
    const id = session?.id ?? '';
    const thread = await server.open(id);
    const stream = new AbortController();
    onTestFinished(() => stream.abort());
    await fetch(`${server.url}/api/threads/${thread}/events`, {
      headers: { authorization: `Bearer ${TOKEN}`, accept: 'text/event-stream' },
      signal: stream.signal,
    });
    const grown = new ClaudeSession(join(home, 'code/shop'), 'more').result('c1', 'a b').says('Done.').user('thanks');
    appendFileSync(file, grown.text);
    const before = readFileSync(file, 'utf8');
    await until(async () => JSON.stringify(await server.events(thread)).includes('thanks'));
    const events = await server.events(thread);
    expect(events.filter((event) => event.type === 'agent.tool.called')).toHaveLength(1);
    // What is live is what reading the file would give ([L1]).
    const read = readTranscript(before, { path: file, goesOn: true });
    expect(drawn(events)).toEqual(drawn(read.events));
    expect([readFileSync(file, 'utf8'), await server.open(id)]).toEqual([before, thread]);
    expect((await server.list())[0]).toMatchObject({ thread });
  });

  it('what each state says stands in the file', async () => {
    const home = folder();
    const put = (name: string, session: ClaudeSession, at?: Date): void => {
      const own = session.text.replaceAll('"s-1"', JSON.stringify(name)).trimEnd();
      const file = new ClaudeSession().raw(own).write(home, '.claude/projects/-p', `${name}.jsonl`);
      if (at !== undefined) utimesSync(file, at, at);
    };
    const asks = { questions: [{ question: 'Which?', header: 'h', options: [{ label: 'a' }, { label: 'b' }] }] };
    const error = { isApiErrorMessage: true, error: 'rate_limit' };
    const now = (): ClaudeSession => new ClaudeSession('/p', 'main', Date.now());
    put('working', now().user('one').calls('c1', 'Bash', {}));
    put('asked', now().user('one'));
    put('between', now().user('one').calls('c1', 'Bash', {}).result('c1', 'x'));
    // [L3] Its records are old, though its file was written just now.
    put('left', new ClaudeSession().user('one').calls('c1', 'Bash', {}));
    put('waiting', new ClaudeSession().user('one').calls('q1', 'AskUserQuestion', asks), YESTERDAY);
    put('done', new ClaudeSession().user('one').says('Done.'));
    const failed = new ClaudeSession().user('one').says('API Error: 529').lines;
    const last = { ...JSON.parse(failed.pop() ?? ''), ...error };
    last.message.model = '<synthetic>';
    put('failed', new ClaudeSession().raw(failed.join('\n')).raw(JSON.stringify(last)));
    const { sessions } = await new SessionDesk(environment(home)).list();
    const { paths, states } = { paths: readdirSync(join(home, '.claude/projects/-p')), states: sessions };
    expect(states).toHaveLength(paths.length);
    expect(states.map(({ state }) => state).sort()).toEqual(
      ['working', 'working', 'working', 'open', 'waiting', 'done', 'failed'].sort(),
    );
  });

  it('[issue 11] [L3] a run that began, and whose end the file does not tell, is not over', async () => {
    const home = folder();
    const put = (name: string, at: number, ...events: readonly object[]): void => {
      const line = (type: string, payload: object): string =>
        JSON.stringify({ timestamp: new Date(at).toISOString(), type, payload });
      const file = join(home, '.codex/sessions/2026/01/01', `rollout-${name}.jsonl`);
      mkdirSync(dirname(file), { recursive: true });
      const said = [{ type: 'user_message', message: name }, { type: 'task_started' }, ...events];
      writeFileSync(
        file,
        [line('session_meta', { id: name }), ...said.map((one) => line('event_msg', one))].join('\n'),
      );
    };
    const [now, old] = [Date.now(), YESTERDAY.getTime()];
    const words = { type: 'agent_message', message: 'I begin.' };
    put('began', now);
    put('said', now, words);
    put('left', old, words);
    put('ended', now, words, { type: 'task_complete' });
    put('stopped', now, words, { type: 'turn_aborted', reason: 'interrupted' });
    const { sessions } = await new SessionDesk(environment(home)).list();
    expect(Object.fromEntries(sessions.map(({ title, state }) => [title, state]))).toEqual({
      began: 'working',
      said: 'working',
      left: 'open',
      ended: 'done',
      stopped: 'stopped',
    });
  });

  it('[L3] a session whose records are old is closed in its thread, too, though its file was copied lately', async () => {
    const home = folder();
    const file = new ClaudeSession().user('one').calls('c1', 'Bash', {}).write(home, '.claude/projects/-p', 'a.jsonl');
    const copied = new Date(Date.now() - 120_000);
    utimesSync(file, copied, copied);
    const server = await serve(sourceOf(new SessionDesk(environment(home))));
    const [listed] = await server.list();
    expect(listed).toMatchObject({ state: 'open', calls: 1 });
    const events = await server.events(await server.open(idOf(file)));
    expect(events.at(-1)?.type).toBe('thread.closed');
  });

  it('[L1] [L4] every format: the thread has the account and the items that reading the file gives, with its subagents', async () => {
    const home = folder();
    const places: { readonly [fixture: string]: string } = {
      'claude-code/everyday.jsonl': '.claude/projects/-p/a.jsonl',
      'claude-code/damaged.jsonl': '.claude/projects/-p/b.jsonl',
      'claude-code/sidechain.jsonl': '.claude/projects/-p/c.jsonl',
      'qwen/chat.jsonl': '.qwen/projects/-home-me/chats/5f0c2b1e-1111-4222-8333-944455556666.jsonl',
      'copilot/events.jsonl': '.copilot/session-state/5f0c2b1e-1111-4222-8333-944455556666/events.jsonl',
      'kimi/wire.jsonl': '.kimi/sessions/abc/5f0c2b1e-1111-4222-8333-944455556666/wire.jsonl',
      'amp/thread.json': '.data/amp/threads/T-5f0c2b1e-1111-4222-8333-944455556666.json',
    };
    const all = { ...places };
    for (const name of readdirSync(join(FIXTURES, 'codex')).filter((each) => each.endsWith('.jsonl')))
      all[`codex/${name}`] = `.codex/sessions/2026/01/01/rollout-${name}`;
    for (const name of readdirSync(join(FIXTURES, 'pi')).filter((each) => each.endsWith('.jsonl')))
      all[`pi/${name}`] = `.pi/agent/sessions/--p--/${name}`;
    for (const name of readdirSync(join(FIXTURES, 'gemini')).filter((each) => /\.jsonl?$/.test(each)))
      all[`gemini/${name}`] = `.gemini/tmp/h/chats/session-${name}`;
    for (const [fixture, place] of Object.entries(all)) {
      mkdirSync(dirname(join(home, place)), { recursive: true });
      copyFileSync(join(FIXTURES, fixture), join(home, place));
      utimesSync(join(home, place), YESTERDAY, YESTERDAY);
    }
    const agent = new ClaudeSession('/p', 'agent').calls('x1', 'Grep', { pattern: 'agents-call' });
    const main = new ClaudeSession('/p').user('ask one').calls('c1', 'Task', { description: 'd' }).result('c1', 'r');
    const file = main.write(home, '.claude/projects/-p', 's-1.jsonl');
    new ClaudeSession()
      .raw(agent.text.trim().replace('"isSidechain":false', '"isSidechain":true,"agentId":"a1"'))
      .write(home, '.claude/projects/-p', 's-1', 'subagents', 'agent-a1.jsonl');
    utimesSync(file, YESTERDAY, YESTERDAY);
    const rows = new OpencodeRows(join(home, '.data/opencode'));
    onTestFinished(() => rows.close());
    rows.session('ses_1', null).message('msg_1', { role: 'user' }).part('prt_1', { type: 'text', text: 'Hi' });

    const server = await serve(sourceOf(new SessionDesk(environment(home))));
    const sessions = await server.list();
    expect(sessions.length).toBeGreaterThan(12);
    const opened = new Map<string, readonly LedgerEvent[]>();
    for (const { id } of sessions) {
      const thread = await server.open(id);
      const events = await server.events(thread);
      opened.set(id, events);
      // The same again: nothing more is in it.
      expect([await server.open(id), (await server.events(thread)).length]).toEqual([thread, events.length]);
    }
    for (const place of [...Object.values(all), '.claude/projects/-p/s-1.jsonl']) {
      const read = await readSession(join(home, place));
      if (!read.ok || read.state.log.length === 0 || read.state.source?.parent !== undefined) continue;
      expect([place, drawn(opened.get(idOf(join(home, place))) ?? [])]).toEqual([place, drawn(read.events)]);
    }
    const texts = [...opened.values()].map(writeLedger);
    expect(texts.some((text) => text.includes('agents-call'))).toBe(true);
    expect(texts.some((text) => text.includes('"format":"opencode"'))).toBe(true);
  });

  it.each([
    ['claude-code/everyday.jsonl', '.claude/projects/-p/a.jsonl'],
    ['claude-code/sidechain.jsonl', '.claude/projects/-p/b.jsonl'],
    ['codex', '.codex/sessions/2026/01/01/rollout-a.jsonl'],
    ['pi', '.pi/agent/sessions/--p--/1_p1.jsonl'],
  ])(
    '[L1] whatever the cuts, and whether it rested between them, %s is one thread with each call once',
    async (fixture, place) => {
      const source = join(FIXTURES, fixture);
      const name = fixture.endsWith('.jsonl')
        ? ''
        : (readdirSync(source).find((each) => each.endsWith('.jsonl')) ?? '');
      // Its records are new: one whose last record is old is at rest, whenever its file was written.
      const bytes = Buffer.from(recorded(readFileSync(join(source, name), 'utf8'), Date.now() + 60_000));
      const whole = readTranscript(bytes, { path: place, goesOn: true });
      const callsIn = (events: readonly LedgerEvent[]): readonly string[] =>
        events.flatMap((event) => (event.type === 'agent.tool.called' ? [`${event.step} ${event.part}`] : []));
      for (const rests of [[], [1, 3]]) {
        const home = folder();
        const file = join(home, place);
        mkdirSync(dirname(file), { recursive: true });
        const server = await serve(sourceOf(new SessionDesk(environment(home))));
        const threads = new Set<string>();
        for (const [step, part] of [0.3, 0.55, 0.7, 0.71, 1].entries()) {
          writeFileSync(file, bytes.subarray(0, Math.round(bytes.length * part)));
          if (rests.includes(step)) utimesSync(file, YESTERDAY, YESTERDAY);
          threads.add(await server.open(idOf(file)));
        }
        // Before anything was said there is no session.
        threads.delete('');
        const [thread = '', ...others] = threads;
        expect(others).toEqual([]);
        const events = await server.events(thread);
        expect(callsIn(events)).toEqual(callsIn(whole.events));
        if (rests.length === 0) expect(drawn(events)).toEqual(drawn(whole.events));
      }
    },
  );

  it('a file that is written anew is another thread; a large one is refused with the command that shows it', async () => {
    const home = folder();
    const file = smallSession().write(home, '.claude/projects/-p', '5f0c.jsonl');
    const server = await serve(sourceOf(new SessionDesk(environment(home), 1_000_000)));
    const [session] = await server.list();
    const id = session?.id ?? '';
    const first = await server.open(id);
    writeFileSync(file, new ClaudeSession().user('all is other').user('now').text);
    const second = await server.open(id);
    expect([second === first, writeLedger(await server.events(second))]).toEqual([
      false,
      expect.stringContaining('all is other'),
    ]);
    expect(writeLedger(await server.events(first))).toContain('Upgrade the parser');
    appendFileSync(file, new ClaudeSession('/p', 'more').user('x'.repeat(1_000_000)).text);
    expect(statSync(file).size).toBeGreaterThan(1_000_000);
    const words = await server.refusal(id);
    expect(words).toMatch(/^This session has more than .* In a terminal, "toolthread open FILE"/);
    expect(words).not.toContain(home);
  });
});

describe('[issue 13] a file that somebody gives', () => {
  it(
    'is read by the readers of the import, without secrets, and nothing of it is left on the disk',
    { timeout: PATIENCE_MS },
    async () => {
      const home = folder();
      const given = join(home, 'tmp');
      mkdirSync(given);
      const source = sessionSource({ ...environment(home), TMPDIR: given }, () => ['parser-of-the-shop']);
      onTestFinished(() => source.close());
      const text = readFileSync(join(FIXTURES, 'codex/small.jsonl'), 'utf8');
      const { url, events } = await serve(source);
      const send = async (file: object): Promise<Answer> => {
        const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
        const answer = await fetch(`${url}/api/sessions`, { method: 'POST', headers, body: JSON.stringify(file) });
        return JSON.parse(await answer.text());
      };
      const { thread = '' } = await send({ name: '../../../evil/name.jsonl', text });
      const read = readTranscript(new TextEncoder().encode(text));
      const told = await events(thread);
      const types = (all: readonly LedgerEvent[]): readonly string[] => all.map(({ type }) => type);
      expect(types(told.filter(({ type }) => type !== 'thread.rested')).toSorted()).toEqual(
        types(read.events).toSorted(),
      );
      const [created] = told;
      expect(created?.type === 'thread.created' && created.title).toBeTruthy();
      expect((await send({ name: 'a.txt', text: 'Dear diary, today nothing happened.' })).error?.message).toContain(
        'not a session',
      );
      while (readdirSync(given).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    },
  );
});
