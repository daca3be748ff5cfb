import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { threadCondition } from '@toolthread/core/summary';
import { serveAgent } from '@toolthread/server';
import { expect, it, onTestFinished } from 'vitest';
import { ClaudeSession } from '../../../test/claude-session.ts';
import { folder, PATIENCE_MS } from '../../../test/run-cli.ts';
import { sessionSource } from './session-source.ts';

const TOKEN = 'a-long-secret-0123456789';
const IDLE = { hasWork: () => false, run: async () => undefined, recover: () => [] };

/** One of each state, and what made the two lists differ: old statuses, runs without an end, models of children. */
function writeSessions(home: string): void {
  const put = (name: string, { text }: ClaudeSession): void => {
    const file = join(home, '.claude/projects/-p', `${name}.jsonl`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text.replaceAll('"s-1"', JSON.stringify(name)));
  };
  const now = (): ClaudeSession => new ClaudeSession('/p', 'main', Date.now() - 5000);
  const asks = { questions: [{ question: 'Which?', header: 'h', options: [{ label: 'a' }, { label: 'b' }] }] };
  put('done', new ClaudeSession().user('one').says('Done.'));
  put('working', now().user('one').calls('c1', 'Bash', {}));
  put('left', new ClaudeSession().user('one').calls('c1', 'Bash', {}));
  put('waiting', new ClaudeSession().user('one').calls('q1', 'AskUserQuestion', asks));
  const stopped = new ClaudeSession().user('one').calls('c1', 'Bash', {}).user('[Request interrupted by user]');
  put('stopped-once', stopped.user('Go on').says('Done.'));
  const other = (line: string): string => line.replace('"m-1"', '"m-2"');
  const [first = '', answer = '', again = '', last = ''] = new ClaudeSession()
    .user('a')
    .says('b')
    .user('c')
    .says('d').lines;
  const more = new ClaudeSession('/home/me/parser', 'more', 1_770_000_100_000).user('e').says('f').lines;
  put('models', new ClaudeSession().raw([first, answer, again, other(last), ...more].join('\n')));
  const line = (type: string, payload: object): string =>
    JSON.stringify({ timestamp: '2026-04-01T10:00:00.000Z', type, payload });
  const file = join(home, '.codex/sessions/2026/04/01', 'rollout-began.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  const told = [{ type: 'user_message', message: 'Lint' }, { type: 'task_started' }];
  writeFileSync(file, [line('session_meta', { id: 'began' }), ...told.map((one) => line('event_msg', one))].join('\n'));
}

it(
  '[issue 13] [L3] a session has the same state, model and time in the list of sessions and, once opened, in the list of threads',
  { timeout: PATIENCE_MS },
  async () => {
    const home = folder();
    writeSessions(home);
    const env = {
      ...process.env,
      HOME: home,
      XDG_CACHE_HOME: join(home, '.cache'),
      XDG_DATA_HOME: join(home, '.data'),
    };
    const source = sessionSource(env, () => []);
    onTestFinished(() => source.close());
    const served = await serveAgent({ agent: IDLE, file: join(home, 'ledger.db'), token: TOKEN, sessions: source });
    if (!served.ok) throw new Error(served.message);
    onTestFinished(() => served.close());
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const { sessions } = await source.list();
    const now = Date.now();
    expect(sessions.map(({ state }) => state).sort()).toEqual([
      'done',
      'done',
      'done',
      'open',
      'open',
      'waiting',
      'working',
    ]);
    for (const { id, agent, title, state, model, endedAt } of sessions) {
      const open = { method: 'POST', body: '{}', headers };
      const answer = await fetch(`${served.url}/api/sessions/${id}/open`, open);
      const { thread }: { thread: string } = JSON.parse(await answer.text());
      const listed = await served.ledger.thread(thread);
      if (!listed.ok) throw new Error(listed.error.message);
      const { value } = listed;
      expect([agent, title, threadCondition(value, now), value.model, value.updatedAt]).toEqual([
        agent,
        title,
        state,
        model,
        endedAt,
      ]);
    }
    expect(sessions.find(({ title }) => title === 'a')?.model).toBe('m-1');
  },
);
