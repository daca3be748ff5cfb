import { mkdirSync, writeFileSync } from 'node:fs';
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
  const at = new Date().toISOString();
  return lines.map(([type, payload]) => `${JSON.stringify({ timestamp: at, type, payload })}\n`).join('');
}

const claude = (): ClaudeSession => new ClaudeSession('/p', 'main', Date.now()).user('one');
const system = (fields: object): string => JSON.stringify({ type: 'system', isSidechain: false, ...fields });

it.each([
  ['of Codex: the run is over', true, ROLLOUT, codex(meta, begun, asked, answered, completed)],
  ['of Codex: the run goes on', false, ROLLOUT, codex(meta, begun, asked, answered)],
  ['of Codex: a line is being written', false, ROLLOUT, `${codex(meta, begun, asked, answered, completed)}{"timest`],
  ['of Codex: asked again', false, ROLLOUT, codex(meta, begun, asked, answered, completed, asked)],
  [
    'of Claude Code: the turn is over',
    true,
    '.claude/projects/-p/a.jsonl',
    claude()
      .says('Done.')
      .raw(system({ subtype: 'turn_duration', durationMs: 5 })).text,
  ],
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
  const home = folder();
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
  const desk = new SessionDesk({ ...process.env, HOME: home, XDG_CACHE_HOME: join(home, '.cache') });
  await desk.list();
  const opened = await desk.open(idOf(join(home, path)));
  if (!opened.ok) throw new Error(opened.message);
  while ((await desk.next(opened.number)).length > 0);
  const rest = await desk.rest(opened.number);
  desk.close(opened.number);
  expect(rest?.ended.at(-1)?.type === 'thread.closed').toBe(isAtRest);
});
