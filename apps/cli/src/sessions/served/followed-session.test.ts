/** What is watched while it is written comes to what is read whole ([L1]). */
import { appendFileSync, globSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LedgerEvent } from '@toolthread/core';
import { expect, it, onTestFinished } from 'vitest';
import { ClaudeSession } from '../../../test/claude-session.ts';
import { folder, PATIENCE_MS } from '../../../test/run-cli.ts';
import { drawn, environment, serve, sourceOf, TOKEN, until } from '../../../test/serve-sessions.ts';
import { idOf, SessionDesk } from './session-desk.ts';

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

function recordsIn(events: readonly LedgerEvent[]): number {
  return events.filter(({ type }) => type === 'source.record').length;
}
