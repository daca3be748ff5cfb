/** [M7] When a server dies, whatever the signal, what its tools had running is gone, and what they made is looked at. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { alive, longSleep, sleepers, until } from '../../test/processes.ts';
import { tempFolder, useTool } from '../../test/use-tool.ts';
import { firstInside } from './end-inside.ts';
import { findBubblewrap } from './find-bubblewrap.ts';
import { endStraysOfEarlierLives, newMark, STRAY_MARK, WATCHER_MARK } from '../process/end-strays.ts';
import { keepGroup } from '../process/keep-group.ts';
import { isOver, ownLife } from '../process/own-life.ts';
import { shellTool } from '../tools/run-shell-command.ts';
import type { Watched } from './watch.ts';

const bubblewrap = await findBubblewrap();
const script = process.env['TEST_WAITING'] ?? fileURLToPath(import.meta.resolve('../../test/run-and-wait.ts'));

type How = 'sandbox' | 'open' | 'mcp' | 'strays';

function server(how: How, ...given: readonly string[]): ChildProcess {
  const started = spawn(process.execPath, [script, how, ...given], { stdio: 'ignore' });
  onTestFinished(() => void started.kill('SIGKILL'));
  return started;
}

/** The watchers of a server, by their environment. */
function watchersOf(pid: number | undefined): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/environ`, 'latin1').includes(
          `${WATCHER_MARK}=${ownLife.split('-')[0]}-${pid}-`,
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

const COMMANDS = {
  'with children': (mark: string) => `sh -c 'sleep ${mark} & sleep ${mark}' & sleep ${mark}; true`,
  'in a session of its own': (mark: string) =>
    `setsid sleep ${mark} & (setsid setsid sleep ${mark} &); sleep ${mark}; true`,
  'that ignores TERM and HUP': (mark: string) =>
    `trap '' TERM HUP INT; (trap '' TERM; sleep ${mark}) & sleep ${mark} & while true; do sleep ${mark}; done`,
  'that hides its environment': (mark: string) => `env -i sleep ${mark} & env -i sleep ${mark} & sleep ${mark}; true`,
};

describe.each(bubblewrap.ok ? (['open', 'sandbox'] as const) : (['open'] as const))('[M7] [B.6 43] %s', (how) => {
  test.each(['SIGKILL', 'SIGTERM', 'SIGSEGV'] as const)(
    'commands of every kind end with their server, by %s',
    async (signal) => {
      const kinds = Object.entries(COMMANDS).map(([kind, commandFor]) => ({ kind, commandFor, mark: longSleep() }));
      const started = server(how, ...kinds.flatMap(({ commandFor, mark }) => [commandFor(mark), tempFolder()]));
      const marked = (is: (mark: string) => boolean): string[] =>
        kinds.filter(({ mark }) => is(mark)).map(({ kind }) => kind);
      await until(() => marked((mark) => sleepers(mark) >= 3).length === kinds.length);
      started.kill(signal);
      await expect.poll(() => marked((mark) => alive(mark).length > 0)).toEqual([]);
      await until(() => watchersOf(started.pid).length === 0);
    },
  );
});

test('[M7] an MCP server, and what it started, end with ours', async () => {
  const mark = longSleep();
  const started = server('mcp', mark);
  await until(() => sleepers(mark) === 1);
  started.kill('SIGKILL');
  await until(() => alive(mark).length === 0);
});

test.skipIf(!bubblewrap.ok)(
  '[M7] [H1] what a command made is looked at, also when its server did not live to see its end',
  async () => {
    const workspace = tempFolder();
    const mark = longSleep();
    const config = join(workspace, '.git/config');
    const started = server(
      'sandbox',
      `git init -q . && git config core.fsmonitor ./x && touch made && sleep ${mark}`,
      workspace,
    );
    await until(() => existsSync(join(workspace, 'made')));
    expect(readFileSync(config, 'utf8')).toContain('fsmonitor');
    started.kill('SIGKILL');
    await until(() => existsSync(config) && !readFileSync(config, 'utf8').includes('fsmonitor'));
    expect(alive(mark)).toEqual([]);
  },
);

test.each([
  {
    name: 'where the watcher died too',
    strays: 3,
    command: (mark: string, led: string) =>
      `setsid sleep ${mark} & env -i sleep ${mark} & (exec sleep ${mark}) & sleep ${led}; true`,
    leaderEnds: false,
  },
  {
    name: 'where the leader of the group has ended too, and nobody has a mark',
    strays: 2,
    command: (mark: string, led: string) => `env -i sleep ${mark} & (env -i sleep ${mark} &) ; sleep ${led}; true`,
    leaderEnds: true,
  },
])('[M7] strays of an earlier life are ended by the next one, $name', async ({ strays, command, leaderEnds }) => {
  const [mine, mark, led] = [longSleep(), longSleep(), longSleep()];
  const [stop, workspace] = [new AbortController(), tempFolder()];
  const own = useTool(
    shellTool({ sandbox: 'off' }),
    { command: `env -i sleep ${mine} & sleep ${mine}; true` },
    { workspace, signal: stop.signal },
  );
  const started = server('open', command(mark, led), tempFolder());
  await until(() => sleepers(mark) === strays && sleepers(led) === 1 && sleepers(mine) === 2);
  await until(() => watchersOf(started.pid).length === 1);
  started.kill('SIGSTOP');
  for (const pid of watchersOf(started.pid)) process.kill(pid, 'SIGKILL');
  started.kill('SIGKILL');
  await until(() => started.signalCode !== null);
  if (leaderEnds) {
    for (const line of alive(`sleep ${led}`)) process.kill(Number.parseInt(line, 10), 'SIGKILL');
    await until(() => alive(led).length === 0);
  }
  // Each server that starts on this machine ends them: another test may have been first.
  expect([strays, 0]).toContain(sleepers(mark));
  const next = server('strays');
  await new Promise((done) => next.on('exit', done));
  await until(() => alive(mark).length === 0 && alive(led).length === 0);
  // Ours is alive, and so is what it runs.
  expect(sleepers(mine)).toBe(2);
  await endStraysOfEarlierLives();
  expect(sleepers(mine)).toBe(2);
  stop.abort();
  await own;
});

test('[M7] a watcher that dies is replaced, and knows what runs', async () => {
  const mark = longSleep();
  const started = server('open', `setsid sleep ${mark} & sleep ${mark}; true`, tempFolder());
  await until(() => sleepers(mark) === 2 && watchersOf(started.pid).length === 1);
  const [first = 0] = watchersOf(started.pid);
  process.kill(first, 'SIGKILL');
  await until(() => watchersOf(started.pid).some((pid) => pid !== first));
  // At once: what the new one knows it was given at its start.
  started.kill('SIGKILL');
  await until(() => alive(mark).length === 0);
});

test('[M7] a watcher knows what runs from its start, though its server dies before it has told', async () => {
  const sleep = (env: NodeJS.ProcessEnv): { readonly seconds: string; readonly group: number } => {
    const seconds = longSleep();
    const started = spawn('sleep', [seconds], { detached: true, stdio: 'ignore', env });
    onTestFinished(() => void started.kill('SIGKILL'));
    return { seconds, group: started.pid ?? 0 };
  };
  const [mark, other] = [newMark(), newMark()];
  const [marked, hidden] = [sleep({ [STRAY_MARK]: mark }), sleep({})];
  const sleeps = [marked.seconds, hidden.seconds];
  await until(() => sleeps.every((seconds) => sleepers(seconds) === 1));
  const program = fileURLToPath(import.meta.resolve('./watcher-main.ts'));
  const known: readonly Watched[] = [{ mark }, { mark: other, group: hidden.group }];
  // Its pipe is closed, and nothing was ever in it.
  const watcher = spawn(process.execPath, [program, JSON.stringify(known)], { stdio: 'ignore' });
  await new Promise((ended) => watcher.on('exit', ended));
  await until(() => sleeps.every((seconds) => sleepers(seconds) === 0));
});

test('[M7] the first process of a sandbox is found by the next server, also outside of its group and without a mark', async () => {
  const kept = newMark().replace(/\..*/, `.${ownLife.split('-')[0]}-99999999-1`);
  const seconds = longSleep();
  const first = spawn('sleep', [seconds], { stdio: 'ignore', env: {} });
  onTestFinished(() => void first.kill('SIGKILL'));
  await until(() => sleepers(seconds) === 1);
  keepGroup(kept, first.pid ?? 0);
  await endStraysOfEarlierLives();
  await until(() => sleepers(seconds) === 0);
});

test('[M7] the watcher ends the first process of a sandbox that left its group, and hides its mark', async () => {
  const seconds = longSleep();
  const first = spawn('sleep', [seconds], { stdio: 'ignore', env: {} });
  onTestFinished(() => void first.kill('SIGKILL'));
  await until(() => sleepers(seconds) === 1);
  const known: readonly Watched[] = [{ mark: newMark(), first: firstInside(first.pid ?? 0) }];
  const program = fileURLToPath(import.meta.resolve('./watcher-main.ts'));
  spawn(process.execPath, [program, JSON.stringify(known)], { stdio: 'ignore' });
  await until(() => sleepers(seconds) === 0);
});

test('a life is over only if that is certain', () => {
  const [system = '', pid = '', began = ''] = ownLife.split('-');
  expect(isOver(ownLife)).toBe(false);
  expect(isOver(`${system}-${pid}-${began}1`)).toBe(true);
  expect(isOver(`${system}-99999999-1`)).toBe(true);
  for (const unknown of ['', `${system}1-99999999-1`, `${system}-x-1`, 'x']) expect(isOver(unknown)).toBe(false);
});
