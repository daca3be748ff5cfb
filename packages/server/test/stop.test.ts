import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defineTool, hasWork, policyByTool, recoverRun, runAgent, textValue } from '@toolthread/agent';
import type { Agent } from '@toolthread/server';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { breakableLedger } from './breakable-ledger.ts';
import { obedientModel } from './obedient-model.ts';
import { openRoom, type Room } from './room.ts';
import { field, until, unwrap } from './start-server.ts';

/** The agent itself, with one tool: a process that ends only when it is killed. */
function sleeper(): { agent: Agent; pids: number[] } {
  const pids: number[] = [];
  const sleep = defineTool({
    name: 'sleep',
    description: 'Sleeps.',
    input: z.object({}),
    execute: async (_, { signal }) => {
      const child = spawn('sleep', ['600'], { stdio: 'ignore' });
      onTestFinished(() => void child.kill('SIGKILL'));
      pids.push(child.pid ?? 0);
      const exit = once(child, 'exit');
      signal.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
      await exit;
      if (signal.aborted) throw new Error('stopped');
      return textValue('woken');
    },
  });
  const model = obedientModel('sleep');
  const run: Agent['run'] = (input) => runAgent({ ...input, model, tools: [sleep], policy: policyByTool({}, 'allow') });
  return { pids, agent: { hasWork, recover: recoverRun, run } };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function untilGone(pids: readonly number[]): Promise<void> {
  await until(() => (pids.some(isAlive) ? undefined : true), 'the end of the processes');
}

async function sleeping(room: Room, pids: readonly number[]): Promise<void> {
  await room.say('sleep');
  await until(() => (pids.some(isAlive) ? true : undefined), 'a process');
}

/** The disk is full from when the process sleeps. */
async function sleepingOnFullDisk(): Promise<{
  room: Room;
  pids: readonly number[];
  disk: ReturnType<typeof breakableLedger>;
}> {
  const { agent, pids } = sleeper();
  const disk = breakableLedger();
  const room = await openRoom({ agent, wrap: disk.wrap });
  await sleeping(room, pids);
  disk.broken = 'the disk is full';
  return { room, pids, disk };
}

async function expectStopped(room: Room): Promise<void> {
  await room.untilStatus('cancelled');
  const events = await room.events();
  const types = events.map(({ type }) => type);
  expect(types.filter((type) => type === 'run.stop.requested')).toHaveLength(1);
  const completed = events.filter((event) => event.type === 'agent.tool.completed');
  expect(completed).toMatchObject([{ outcome: 'interrupted' }]);
  const state = await room.state();
  expect([state.calls.open.size, state.anomalies.first.toArray()]).toEqual([0, []]);
  await until(async () => (unwrap(await room.ledger.thread(room.thread)).unfinished ? undefined : true), 'rest');
}

test('[M4] [B.6 17] on a full disk stop ends the processes at once, says that it is not recorded, and is recorded when there is room', async () => {
  const { room, pids, disk } = await sleepingOnFullDisk();
  const { status, json } = await room.call('POST', room.path('/stop'));
  expect(status).toBe(202);
  expect(json).toEqual({ stopping: true, recorded: false, message: expect.stringContaining('the disk is full') });
  await untilGone(pids);
  expect((await room.call('GET', room.path(''))).status).toBe(200);
  expect((await room.events()).map(({ type }) => type)).not.toContain('run.stop.requested');
  disk.broken = undefined;
  await expectStopped(room);
});

test('[M4] stop again and again on a full disk is one stop', async () => {
  const { room, pids, disk } = await sleepingOnFullDisk();
  const answers = await Promise.all([1, 2, 3].map(() => room.call('POST', room.path('/stop'))));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  await untilGone(pids);
  disk.broken = undefined;
  await expectStopped(room);
});

test('[M4] [B.6 7] while another process holds the lock stop ends the processes and answers; then it is recorded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-stop-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'ledger.db');
  const { agent, pids } = sleeper();
  const room = await openRoom({ agent, file });
  await sleeping(room, pids);
  await until(
    async () => ((await room.events()).some(({ type }) => type === 'agent.tool.started') ? true : undefined),
    'a started call',
  );
  // A process of its own, as far as SQLite knows: the lock is the file's.
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  const { status, json } = await room.call('POST', room.path('/stop'));
  expect([status, field(json, 'recorded')]).toEqual([202, false]);
  await untilGone(pids);
  other.exec('rollback');
  await expectStopped(room);
});

test('[M4] a stop that nothing needs any more, because the run has ended meanwhile, is not written after its end', async () => {
  const { agent } = sleeper();
  const room = await openRoom({ agent });
  await room.say('hello');
  await room.untilStatus('completed');
  const answers = await Promise.all([1, 2, 3].map(() => room.call('POST', room.path('/stop'))));
  expect(answers.map(({ json }) => field(json, 'stopping'))).toEqual([false, false, false]);
  expect(unwrap(await room.ledger.thread(room.thread)).unfinished).toBe(false);
});

test('[M4] a run that waits for a person is stopped when there is room again', async () => {
  const disk = breakableLedger();
  const room = await openRoom({ wrap: disk.wrap });
  await room.say('ask');
  await room.untilStatus('awaiting_user');
  disk.broken = 'the disk is full';
  expect((await room.call('POST', room.path('/stop'))).status).toBe(202);
  disk.broken = undefined;
  await room.untilStatus('cancelled');
});

test('[M4] a run that is about to begin when the disk is full and stop comes does not begin', async () => {
  const { agent, pids } = sleeper();
  const disk = breakableLedger();
  const room = await openRoom({ agent, wrap: disk.wrap });
  await room.write('sleep');
  disk.broken = 'the disk is full';
  room.runner.wake(room.thread);
  expect((await room.call('POST', room.path('/stop'))).status).toBe(202);
  disk.broken = undefined;
  await room.untilStatus('cancelled');
  expect(pids).toEqual([]);
});
