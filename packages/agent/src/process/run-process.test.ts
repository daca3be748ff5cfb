import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../test/use-tool.ts';
import { runProcess } from './run-process.ts';

const MOST = { timeoutMs: 60_000, mostBytes: 1000, env: {}, signal: new AbortController().signal };

test('[M7] nothing of a command has run before its group is known', async () => {
  const cwd = tempFolder();
  const ran = join(cwd, 'ran');
  let ranBefore = true;
  const end = await runProcess({
    ...MOST,
    cwd,
    argv: ['/bin/sh', '-c', 'echo yes > ran'],
    output: () => undefined,
    started: () => {
      // Time enough for a process that does not wait; one that waits does so however long this takes.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      ranBefore = existsSync(ran);
    },
  });
  expect({ end, ranBefore, ran: existsSync(ran) }).toEqual({
    end: { kind: 'exit', code: 0 },
    ranBefore: false,
    ran: true,
  });
});

test('a command that waited has its own words, its exit code, and no descriptor of the wait', async () => {
  let printed = '';
  const end = await runProcess({
    ...MOST,
    cwd: tempFolder(),
    argv: ['/bin/sh', '-c', 'echo "$1 $0"; test -e /proc/$$/fd/3 && echo open; exit 3', 'zero', 'a  b'],
    output: (bytes) => (printed += bytes.toString()),
    started: () => undefined,
  });
  expect(end).toEqual({ kind: 'exit', code: 3 });
  expect(printed).toBe('a  b zero\n');
});

test.each([
  { argv: ['no-such-program'] },
  { argv: ['./no-such-program'] },
  { argv: ['/no/such/program'] },
  { argv: ['/etc/passwd'] },
  { argv: ['cd'], env: { PATH: '/no/such/folder' } },
])('a program that is not there is not started: $argv', async (options) => {
  const end = await runProcess({
    ...MOST,
    cwd: tempFolder(),
    output: () => undefined,
    started: () => expect.unreachable(),
    ...options,
  });
  expect(end).toMatchObject({ kind: 'not_started', message: expect.stringContaining('ENOENT') });
});
