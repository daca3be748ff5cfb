/** What is watched while it is written comes to what is read whole ([L1]). */
import { appendFileSync, globSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { foldTrusted, newThread, timeline } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { renderText } from '@toolthread/core/blocks';
import { figuresOf, foldListedPage, newListedThread, summaryOf } from '@toolthread/core/summary';
import type { SessionSource } from '@toolthread/server';
import { expect, it, onTestFinished } from 'vitest';
import { ClaudeSession } from '../../../test/claude-session.ts';
import { folder, PATIENCE_MS } from '../../../test/run-cli.ts';
import { drawn, environment, serve, sourceOf, TOKEN, until } from '../../../test/serve-sessions.ts';
import { idOf, SessionDesk } from './session-desk.ts';
import { SessionReading } from './session-reading.ts';

const FIXTURES = join(import.meta.dirname, '../../../../../packages/transcripts/fixtures');
const YESTERDAY = new Date(Date.now() - 86_400_000);

const PLACES: { readonly [format: string]: (name: string) => string } = {
  'claude-code': (name) => `.claude/projects/-p/${name}.jsonl`,
  codex: (name) => `.codex/sessions/2026/01/01/rollout-${name}.jsonl`,
  copilot: (name) => `.copilot/session-state/${name}/events.jsonl`,
  gemini: (name) => `.gemini/tmp/h/chats/session-${name}.jsonl`,
  kimi: (name) => `.kimi/sessions/abc/${name}/wire.jsonl`,
  pi: (name) => `.pi/agent/sessions/--p--/${name}.jsonl`,
  qwen: (name) => `.qwen/projects/-home-me/chats/${name}.jsonl`,
};

interface Written {
  readonly place: string;
  readonly bytes: Buffer;
}

const sessions = globSync('*/*.jsonl', { cwd: FIXTURES })
  .sort()
  .flatMap((fixture): Written[] => {
    const [format = '', name = ''] = fixture.split('/');
    const place = PLACES[format]?.(name.replace('.jsonl', ''));
    return place === undefined ? [] : [{ place, bytes: readFileSync(join(FIXTURES, fixture)) }];
  });
const untold = new ClaudeSession().user('one').calls('c1', 'Bash', {}).result('c1', 'x').says('Not told to be all.');
sessions.push({ place: '.claude/projects/-p/untold.jsonl', bytes: Buffer.from(untold.text) });

/** Each is cut at another place, some in the middle of a line; some are told to be over before their end. */
const CUTS = [0.6, 0.85, 0.72];

function put(home: string, place: string, bytes: Buffer): string {
  const file = join(home, place);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  return file;
}

/** As if nobody had written it since yesterday. */
const rest = (file: string): void => utimesSync(file, YESTERDAY, YESTERDAY);

it(
  '[issue 13] [L1] whoever watches a session to its end has what opening it whole gives, once',
  { timeout: PATIENCE_MS },
  async () => {
    const [home, other] = [folder(), folder()];
    const watching = await serve(sourceOf(new SessionDesk(environment(home))));
    const leave = new AbortController();
    onTestFinished(() => leave.abort());
    const watched = [];
    // Whoever forgets an answer has left.
    const streams = [];
    for (const [index, { place, bytes }] of sessions.entries()) {
      const at = Math.round(bytes.length * (CUTS[index % CUTS.length] ?? 1));
      const file = put(home, place, bytes.subarray(0, at));
      rest(put(other, place, bytes));
      const thread = await watching.open(idOf(file));
      // Before anything was said there is no session.
      if (thread === '') continue;
      const headers = { authorization: `Bearer ${TOKEN}`, accept: 'text/event-stream' };
      streams.push(await fetch(`${watching.url}/api/threads/${thread}/events`, { headers, signal: leave.signal }));
      appendFileSync(file, bytes.subarray(at));
      // It is quiet from then on, whether it was looked at or not.
      rest(file);
      watched.push({ place, thread });
    }
    expect(streams.length).toBeGreaterThan(sessions.length - 3);
    const whole = await serve(sourceOf(new SessionDesk(environment(other))));
    for (const { place, thread } of watched) {
      const expected = await whole.events(await whole.open(idOf(join(other, place))));
      await until(async () => {
        const events = await watching.events(thread);
        return recordsIn(events) >= recordsIn(expected) && events.at(-1)?.type === 'thread.closed';
      });
      expect([place, drawn(await watching.events(thread))]).toEqual([place, drawn(expected)]);
    }
  },
);

/** Every session is at rest whenever it is looked at, by its path. */
function restingAt(path: (id: string) => string): SessionSource {
  return {
    list: async () => ({ sessions: [], skipped: 0 }),
    async open(id) {
      const reading = await SessionReading.open(path(id));
      if ('what' in reading) return { ok: false, code: 'session_unreadable', message: reading.what };
      return { ok: true, reading };
    },
  };
}

/** All that is said of it, but for the numbers of its events. */
function told(events: readonly LedgerEvent[]): unknown {
  const thread = foldTrusted(
    newThread('t'),
    events.map((event) => ({ ...event, thread: 't' })),
  );
  const { account, life, anomalies } = thread.state;
  const listed = foldListedPage(newListedThread(events[0]?.thread ?? ''), events);
  return JSON.parse(
    JSON.stringify({
      text: renderText(timeline(thread), { form: 'expanded' }),
      account,
      life,
      anomalies: anomalies.count,
      figures: figuresOf(thread.state),
      listed: summaryOf(listed),
    }),
  );
}

/** Where the pieces end between which each rests, in parts of the file: a line is cut mostly. */
const RESTS = [
  [0.35, 0.6],
  [0.5, 0.55],
  [0.72, 0.9],
];

it(
  '[issue 13] [L1] a session that rests between two pieces comes to what opening it whole gives',
  { timeout: PATIENCE_MS },
  async () => {
    const [home, other] = [folder(), folder()];
    const ids = (id: string): string => sessions[Number.parseInt(id, 16)]?.place ?? '';
    const rested = await serve(restingAt((id) => join(home, ids(id))));
    const whole = await serve(restingAt((id) => join(other, ids(id))));
    for (const [index, { place, bytes }] of sessions.entries()) {
      const id = index.toString(16).padStart(32, '0');
      put(other, place, bytes);
      let thread = '';
      for (const part of [...(RESTS[index % RESTS.length] ?? []), 1]) {
        put(home, place, bytes.subarray(0, Math.round(bytes.length * part)));
        thread = await rested.open(id);
      }
      const expected = await whole.events(await whole.open(id));
      expect([place, told(await rested.events(thread))]).toEqual([place, told(expected)]);
    }
  },
);

it('[issue 13] [L1] runs of subagents that come after a rest stand below their calls, and stay there while the session goes on', async () => {
  const home = folder();
  const session = new ClaudeSession();
  const agent = (name: string, call: string, ...results: string[]): void => {
    const own = new ClaudeSession('/home/me/parser', name);
    for (const [at, result] of results.entries()) own.calls(`${name}${at}`, 'Bash', {}).result(`${name}${at}`, result);
    const text = own.text.replaceAll('"isSidechain":false', `"isSidechain":true,"agentId":"${name}"`);
    new ClaudeSession().raw(text.trim()).write(home, 's', 'subagents', `agent-${name}.jsonl`);
    new ClaudeSession().raw(`{"toolUseId":"${call}"}`).write(home, 's', 'subagents', `agent-${name}.meta.json`);
  };
  const { open, events } = await serve(restingAt(() => join(home, 's.jsonl')));
  const look = async (): Promise<unknown> => {
    session.write(home, 's.jsonl');
    return told(await events(await open('0'.repeat(32))));
  };
  session.user('one').calls('c1', 'Task', { prompt: 'go' });
  agent('a1', 'c1', 'flour');
  expect(await look()).toMatchObject({ text: expect.stringMatching(/↳ a1[^]*flour/) });
  session.result('c1', 'ground').user('two');
  agent('a1', 'c1', 'flour', 'bran');
  expect(await look()).toMatchObject({ text: expect.stringMatching(/flour[^]*bran[^]*two/) });
  session.calls('c2', 'Task', { prompt: 'sift' });
  agent('a2', 'c2', 'fine');
  const last = await look();
  expect(last).toMatchObject({ text: expect.stringMatching(/flour[^]*bran[^]*two[^]*↳ a2[^]*fine/) });
  const other = await serve(restingAt(() => join(home, 's.jsonl')));
  expect(last).toEqual(told(await other.events(await other.open('0'.repeat(32)))));
});

function recordsIn(events: readonly LedgerEvent[]): number {
  return events.filter(({ type }) => type === 'source.record').length;
}
