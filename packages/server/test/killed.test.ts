/** [L6] with a real `kill -9`, at the worst moment: a run has completed, and what waited for that has not begun. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { foldAll, type LedgerEvent, timeline, threadOf } from '@toolthread/core';
import { queuedMessages } from '@toolthread/core/summary';
import { openLedger } from '@toolthread/store';
import { expect, onTestFinished, test } from 'vitest';
import { field, until, unwrap } from './start-server.ts';

const script = process.env['TEST_DYING_SERVER'] ?? fileURLToPath(new URL('./serve-and-die.ts', import.meta.url));
const TOKEN = 'a-token-for-the-test';

interface Running {
  readonly call: (method: string, path: string, body?: object) => Promise<unknown>;
  readonly exit: Promise<unknown[]>;
}

async function start(folder: string): Promise<Running> {
  const child = spawn(process.execPath, [script, folder, TOKEN], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  const [port] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    exit,
    call: async (method, path, body) => {
      const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      return (await fetch(`http://127.0.0.1:${String(port)}/api${path}`, init)).json();
    },
  };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function readLedger(folder: string, thread: string): Promise<readonly LedgerEvent[]> {
  const ledger = unwrap(await openLedger({ file: join(folder, 'ledger.db') }));
  const events = unwrap(await ledger.read(thread, { after: 0, limit: 1000 }));
  await ledger.close();
  return events;
}

/** A run is at work; `meanwhile` speaks; the run completes, and the process is killed in that moment. */
async function killWhenCompleted(
  folder: string,
  words: string,
  meanwhile: (running: Running, path: string) => Promise<void>,
): Promise<string> {
  writeFileSync(join(folder, 'die'), words);
  const running = await start(folder);
  const thread = String(field(await running.call('POST', '/threads', {}), 'id'));
  const path = `/threads/${thread}`;
  await running.call('POST', `${path}/messages`, { text: 'hold' });
  await until(async () => {
    const { events } = JSON.parse(JSON.stringify(await running.call('GET', `${path}/events?limit=1000`)));
    return JSON.stringify(events).includes('agent.tool.started') ? true : undefined;
  }, 'work');
  await meanwhile(running, path);
  writeFileSync(join(folder, 'go'), '');
  expect(await running.exit).toEqual([null, 'SIGKILL']);
  rmSync(join(folder, 'die'));
  return thread;
}

async function restart(folder: string, thread: string): Promise<readonly LedgerEvent[]> {
  const running = await start(folder);
  await until(async () => {
    const summary = await running.call('GET', `/threads/${thread}`);
    return field(summary, 'unfinished') === false && field(summary, 'status') === 'completed' ? true : undefined;
  }, 'rest');
  const { events } = JSON.parse(JSON.stringify(await running.call('GET', `/threads/${thread}/events?limit=1000`)));
  return events;
}

test('a follow-up gets its run after the restart, with the words it was changed to', async () => {
  const folder = newFolder();
  const thread = await killWhenCompleted(folder, '', async ({ call }, path) => {
    const posted = await call('POST', `${path}/messages`, { text: 'former words', delivery: 'followUp' });
    const seq = Number(field(posted, 'event', 'seq'));
    expect(await call('PUT', `${path}/messages/${seq}`, { text: 'new' })).toEqual({ seq: expect.any(Number) });
  });
  const before = await readLedger(folder, thread);
  expect(before.at(-1)).toMatchObject({ type: 'agent.status', status: 'completed' });
  expect(queuedMessages(foldAll(before))).toMatchObject([{ state: 'said', message: { parts: [{ text: 'new' }] } }]);
  const after = threadOf(await restart(folder, thread));
  const shown = JSON.stringify(timeline(after));
  expect(shown).toContain('Heard: new.');
  expect(shown).not.toContain('former');
  expect(after.state.anomalies.first.toArray()).toEqual([]);
});

test('a follow-up that was taken back gets none', async () => {
  const folder = newFolder();
  const thread = await killWhenCompleted(folder, '', async ({ call }, path) => {
    const posted = await call('POST', `${path}/messages`, { text: 'never', delivery: 'followUp' });
    await call('DELETE', `${path}/messages/${Number(field(posted, 'event', 'seq'))}`);
  });
  const before = await readLedger(folder, thread);
  expect(await restart(folder, thread)).toEqual(before);
});

test('what was said in the last moment, and read by nobody, gets its run after the restart', async () => {
  const folder = newFolder();
  const thread = await killWhenCompleted(folder, 'wait', async () => undefined);
  const before = await readLedger(folder, thread);
  expect(before.at(-1)).toMatchObject({ type: 'agent.status', status: 'completed' });
  expect(JSON.stringify(timeline(threadOf(await restart(folder, thread))))).toContain('Heard: wait.');
});
