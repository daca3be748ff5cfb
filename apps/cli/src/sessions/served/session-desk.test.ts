import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ClaudeSession } from '../../../test/claude-session.ts';
import { folder } from '../../../test/run-cli.ts';
import { idOf, SessionDesk } from './session-desk.ts';

const ROLLOUT = '.codex/sessions/2026/11/17/rollout-2026-11-17T09-00-00-1.jsonl';
const meta = ['session_meta', { id: '5f0c', cwd: '/p', cli_version: '0.60.0' }] as const;
const begun = ['event_msg', { type: 'task_started' }] as const;
const asked = said('user', 'input_text', 'Go');
const answered = said('assistant', 'output_text', 'Done.');
const completed = ['event_msg', { type: 'task_complete' }] as const;

type Line = readonly [type: string, payload: object];

function said(role: string, type: string, text: string): Line {
  return ['response_item', { type: 'message', role, content: [{ type, text }] }];
}

function codex(...lines: readonly Line[]): string {
  return codexAt(Date.now(), ...lines);
}

function codexAt(time: number, ...lines: readonly Line[]): string {
  const at = new Date(time).toISOString();
  return lines.map(([type, payload]) => `${JSON.stringify({ timestamp: at, type, payload })}\n`).join('');
}

const claude = (): ClaudeSession => new ClaudeSession('/p', 'main', Date.now()).user('one');
const system = (fields: object): string => JSON.stringify({ type: 'system', isSidechain: false, ...fields });
const ENDED = system({ subtype: 'turn_duration', durationMs: 5 });

it.each([
  ['of Codex: the run is over', true, ROLLOUT, codex(meta, begun, asked, answered, completed)],
  ['of Codex: the run goes on', false, ROLLOUT, codex(meta, begun, asked, answered)],
  ['of Codex: a line is being written', false, ROLLOUT, `${codex(meta, begun, asked, answered, completed)}{"timest`],
  ['of Codex: asked again', false, ROLLOUT, codex(meta, begun, asked, answered, completed, asked)],
  ['of Claude Code: the turn is over', true, '.claude/projects/-p/a.jsonl', claude().says('Done.').raw(ENDED).text],
  [
    'of Claude Code: the response says that it ends the turn',
    true,
    '.claude/projects/-p/a.jsonl',
    claude()
      .says('Done.')
      .text.replace(/"content":\[\{"type":"text","text":"Done/, '"stop_reason":"end_turn",$&'),
  ],
  ['of Claude Code: a call may follow', false, '.claude/projects/-p/a.jsonl', claude().says('Let me look.').text],
  [
    'of Claude Code: an attempt failed, and is made again',
    false,
    '.claude/projects/-p/a.jsonl',
    claude().raw(system({ subtype: 'api_error', retryAttempt: 1, maxRetries: 9 })).text,
  ],
])('[L3] a file that was written just now is at rest only if it says so: %s', async (_, isAtRest, path, text) => {
  expect(await rests(path, text, 0)).toBe(isAtRest);
});

it.each([
  ['words that look like its end', 5, false, claude().says('Done.').text],
  ['words that look like its end', 20, true, claude().says('Done.').text],
  ['a call', 20, false, claude().calls('c1', 'Bash', {}).text],
  ['a prompt', 20, false, claude().text],
])('[issue 13] a file that does not say so is at rest sooner if it looks so: %s, %s s ago', async (...row) => {
  const [, seconds, isAtRest, text] = row;
  expect(await rests('.claude/projects/-p/a.jsonl', text, seconds)).toBe(isAtRest);
});

it.each([
  ['words', 5, (one: ClaudeSession) => one.says('Let me look.')],
  ['words', 25, (one: ClaudeSession) => one.says('Let me look.')],
  ['words, and that they end the turn', 5, (one: ClaudeSession) => one.says('Done.').raw(ENDED)],
  ['a call', 25, (one: ClaudeSession) => one.calls('c1', 'Bash', {})],
])('[issue 13] the list says done if the thread does, and not before: after %s, %s s ago', async (_, seconds, say) => {
  const written = new ClaudeSession('/p', 'main', Date.now() - seconds * 1000);
  const path = '.claude/projects/-p/a.jsonl';
  const { text } = say(written.user('one'));
  expect(await stateOf(path, text)).toBe((await rests(path, text, seconds)) ? 'done' : 'working');
});

const MONTHS_AGO = new Date('2026-04-30T09:00:00Z').getTime();
const called = ['response_item', { type: 'function_call', call_id: 'c', name: 'shell', arguments: '{}' }] as const;

it.each([
  ['of Codex: a call without its result', true, ROLLOUT, codexAt(MONTHS_AGO, meta, begun, asked, called)],
  ['of Codex: an answer, and no word that the run is over', true, ROLLOUT, codexAt(MONTHS_AGO, meta, asked, answered)],
  ['of Codex: gone on with just now', false, ROLLOUT, codexAt(MONTHS_AGO, meta, begun, asked, called) + codex(asked)],
  ['of Codex: a line is being written', false, ROLLOUT, `${codexAt(MONTHS_AGO, meta, asked, called)}{"timest`],
  [
    'of Claude Code: a call without its result',
    true,
    '.claude/projects/-p/a.jsonl',
    new ClaudeSession('/p', 'main', MONTHS_AGO).user('one').calls('c1', 'Bash', {}).text,
  ],
])(
  '[L3] a file that was restored just now is at rest if its last record is old: %s',
  async (_, isAtRest, path, text) => {
    expect(await rests(path, text, 0)).toBe(isAtRest);
  },
);

/** A desk on which one file lies. */
function deskWith(path: string, text: string): { readonly desk: SessionDesk; readonly file: string } {
  const home = folder();
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return { desk: new SessionDesk({ ...process.env, HOME: home, XDG_CACHE_HOME: join(home, '.cache') }), file };
}

async function stateOf(path: string, text: string): Promise<string | undefined> {
  return (await deskWith(path, text).desk.list()).sessions[0]?.state;
}

/** Whether a file that was last written so long ago is told to be over. */
async function rests(path: string, text: string, seconds: number): Promise<boolean> {
  const { desk, file } = deskWith(path, text);
  const written = Date.now() / 1000 - seconds;
  utimesSync(file, written, written);
  await desk.list();
  const opened = await desk.open(idOf(file));
  if (!opened.ok) throw new Error(opened.message);
  while ((await desk.next(opened.number)).length > 0);
  const rest = await desk.rest(opened.number);
  desk.close(opened.number);
  return rest?.ended.at(-1)?.type === 'thread.closed';
}

it.each(['{}\n', '\n', 'x\n'])('a file that is given with very many lines is not read: %j', async (line) => {
  const desk = new SessionDesk({ HOME: folder() });
  const taken = await desk.take({ name: 'a.jsonl', text: line.repeat(150_001) });
  expect(taken).toMatchObject({ ok: false, code: 'session_too_large' });
  expect(taken.ok ? '' : taken.message).toContain('150,000 records');
  expect(await desk.take({ name: 'a.jsonl', text: line.repeat(1000) })).toMatchObject({ code: 'session_unreadable' });
});
