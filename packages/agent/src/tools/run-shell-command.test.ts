import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { alive, longSleep, sleepers, until } from '../../test/processes.ts';
import { tempFolder, useTool } from '../../test/use-tool.ts';
import { findBubblewrap } from '../sandbox/find-bubblewrap.ts';
import { BoundedOutput } from '../process/bounded-output.ts';
import { runShellCommand, shellTool } from './run-shell-command.ts';
import { shellEnvironment } from '../process/shell-environment.ts';
import { unfinished } from '../process/unfinished.ts';

const FLOOD = process.env['TEST_FLOOD'] ?? fileURLToPath(import.meta.resolve('../../test/flood.ts'));
/** How it is ended is another matter in the sandbox. */
const ENDED: ReadonlyMap<string, string> = new Map([
  ['many processes', 'for i in 1 2 3 4 5 6 7 8; do yes $i & done; wait'],
  ['one that hears no signal', 'trap "" TERM PIPE; while true; do yes; done'],
]);
/** What is printed is read by the same code wherever it comes from. */
const FLOODS: ReadonlyMap<string, string> = new Map([
  ...ENDED,
  ['lines', 'yes "a line of some length"'],
  ['a line without end', 'tr "\\0" x < /dev/zero'],
  ['bytes that are no text', 'cat /dev/urandom'],
  ['wide characters', 'yes 🔧'],
]);
const bubblewrap = await findBubblewrap();
if (!bubblewrap.ok) console.warn(`commands are tested without a sandbox only: ${bubblewrap.why}`);

const off = { where: 'without a sandbox', shell: shellTool({ sandbox: 'off' }), sandboxed: false };
const on = { where: 'in the sandbox', shell: runShellCommand, sandboxed: true };

describe.each(bubblewrap.ok ? [off, on] : [off])('$where', ({ shell, sandboxed }) => {
  test('a command runs in the workspace, by the shell or as a list', async () => {
    const workspace = tempFolder();
    const made = await useTool(shell, { command: 'printf "%s" "$PWD" && printf x > made' }, { workspace });
    expect(made).toMatchObject({ text: workspace, live: workspace, structured: { kind: 'shell', exit_code: 0 } });
    expect(made.error).toBeUndefined();
    const list = await useTool(shell, { command: ['printf', '%s', '$PWD; rm made'] }, { workspace });
    expect(list.text).toBe('$PWD; rm made');
    expect(existsSync(join(workspace, 'made'))).toBe(true);
    expect((await useTool(shell, { command: 'true' }, { workspace })).text).toBe('(no output)');
  });

  test('[L3] an exit code other than 0 is a failure, and the code is kept', async () => {
    const workspace = tempFolder();
    const used = await useTool(shell, { command: 'echo out; echo err >&2; exit 3' }, { workspace });
    expect(used.error).toEqual({ message: 'Exit code 3.', code: '3' });
    expect(used.structured).toEqual({ kind: 'shell', sandboxed, exit_code: 3 });
    expect(used.text.split('\n').sort()).toEqual(['', 'err', 'out']);
  });

  test('[B.6 17] stop ends the whole group, children and grandchildren, and keeps what was printed', async () => {
    const workspace = tempFolder();
    const mark = longSleep();
    const stop = new AbortController();
    const command = `echo started; sh -c 'sleep ${mark} & sleep ${mark}' & sleep ${mark}`;
    const running = useTool(shell, { command }, { workspace, signal: stop.signal });
    await until(() => sleepers(mark) === 3);
    stop.abort();
    const used = await running;
    expect(used.error).toEqual({ message: 'Stopped by the user.', code: 'stopped' });
    expect(used.text).toBe('started\n');
    await until(() => alive(mark).length === 0);
  });

  test('[B.6 43] a process that will not hear is ended all the same', async () => {
    const workspace = tempFolder();
    const mark = longSleep();
    const stop = new AbortController();
    const command = `trap '' TERM; echo ready; while true; do sleep ${mark}; done`;
    let seen = '';
    const running = useTool(
      shell,
      { command },
      { workspace, signal: stop.signal, output: (text) => void (seen += text) },
    );
    await until(() => seen.includes('ready') && sleepers(mark) > 0);
    stop.abort();
    expect((await running).error?.code).toBe('stopped');
    await until(() => alive(mark).length === 0);
  });

  test('[B.6 43] what a command leaves in the background ends with it, and does not hold the call', async () => {
    const workspace = tempFolder();
    const mark = longSleep();
    const used = await useTool(shell, { command: `sleep ${mark} & echo done` }, { workspace });
    expect(used.text).toBe('done\n');
    await until(() => alive(mark).length === 0);
  });

  test('[B.6 43] a command that waits for input gets none', async () => {
    const used = await useTool(shell, { command: 'read answer || echo nobody' }, { workspace: tempFolder() });
    expect(used.text).toBe('nobody\n');
  });

  test('[B.6 43] there is no terminal to prompt on', async () => {
    const command = '(read answer </dev/tty) 2>/dev/null || echo no terminal; (stty -a) 2>/dev/null || echo none';
    expect((await useTool(shell, { command }, { workspace: tempFolder() })).text).toBe('no terminal\nnone\n');
  });

  test('[B.6 41] a NUL in a command starts nothing', async () => {
    const workspace = tempFolder();
    for (const command of ['touch made\0', ['touch', 'made\0']]) {
      await expect(useTool(shell, { command }, { workspace })).rejects.toThrow('It contains a NUL');
    }
    expect(existsSync(join(workspace, 'made'))).toBe(false);
  });

  test('[B.6 43] a file without end is printed up to the bound', async () => {
    const command = 'truncate -s 1T big && cat big';
    expect((await useTool(shell, { command }, { workspace: tempFolder() })).error?.code).toBe('flood');
  });

  test('[B.6 43] after its time a command is ended', async () => {
    const mark = longSleep();
    const used = await useTool(shell, { command: `sleep ${mark}`, timeout_seconds: 1 }, { workspace: tempFolder() });
    expect(used).toMatchObject({ error: { code: 'timeout' }, structured: { reason: 'timeout' } });
    await until(() => alive(mark).length === 0);
  });

  test('[B.3 33] [B.6 43] a flood is ended at its bound, and both ends of it are kept', async () => {
    const used = await useTool(
      shell,
      { command: 'echo first; yes "a line of some length"' },
      { workspace: tempFolder() },
    );
    expect(used.error?.code).toBe('flood');
    expect(used.text.length).toBeLessThan(2.1 * 1024 * 1024);
    expect(used.text).toMatch(/^first\n/);
    expect(used.text).toMatch(/\[\d+ bytes were not kept here\]/);
  });

  describe('[B.3 33] [B.6 43] a flood costs the server at most 64 MB', () => {
    // One process for all of them. Its heap is small, and it gives back at once what it has freed: how much of what is no longer used
    // stays resident would otherwise be up to the collector, and to how busy the machine is.
    const heap = ['--expose-gc', '--max-old-space-size=40', '--max-semi-space-size=1', '--single-threaded-gc'];
    const env = {
      ...process.env,
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: '32768',
      MALLOC_TRIM_THRESHOLD_: '131072',
    };
    const floods = sandboxed ? ENDED : FLOODS;
    let costs: readonly { readonly grown: number; readonly end: string }[] = [];
    beforeAll(async () => {
      const how = sandboxed ? 'sandbox' : 'open';
      const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'toolthread-flood-')));
      const argv = [...heap, FLOOD, how, workspace, ...floods.values()];
      const told = await promisify(execFile)(process.execPath, argv, { env });
      costs = JSON.parse(told.stdout);
      return () => rmSync(workspace, { recursive: true });
    });
    test.each([...floods.keys()].map((name, index) => ({ name, index })))('$name', ({ index }) => {
      expect(costs[index]).toEqual({ end: 'flood', grown: expect.any(Number) });
      expect(costs[index]?.grown).toBeLessThanOrEqual(64 * 1024 * 1024);
    });
  });

  test('characters are whole, however the pipe cuts them', async () => {
    const command = `printf '\\360\\237'; sleep 0.05; printf '\\224\\247'; printf '\\377'`;
    expect((await useTool(shell, { command }, { workspace: tempFolder() })).text).toBe('🔧\ufffd');
  });

  test('[B.6 46] no secret of ours reaches a child process', async () => {
    const secrets = {
      TOOLTHREAD_TOKEN: 'canary1',
      ANTHROPIC_API_KEY: 'canary2',
      DATABASE_URL: 'postgres://u:canary3@h/d',
      MY_OWN: 'canary4',
    };
    for (const [name, value] of Object.entries(secrets)) {
      process.env[name] = value;
      onTestFinished(() => void delete process.env[name]);
    }
    const used = await useTool(
      shell,
      { command: 'env; cat /proc/self/environ 2>/dev/null' },
      { workspace: tempFolder() },
    );
    expect(used.text).toContain('PATH=');
    expect(used.text).not.toContain('canary');
    expect(shellEnvironment({ PATH: '/bin', LC_ALL: 'C', npm_config_token: 'x', NODE_OPTIONS: '--inspect' })).toEqual({
      PATH: '/bin',
      LC_ALL: 'C',
      TERM: 'dumb',
      NO_COLOR: '1',
      PAGER: 'cat',
      GIT_PAGER: 'cat',
      GIT_TERMINAL_PROMPT: '0',
    });
  });

  test('the real file of a command is what it wrote, when it is reported done', async () => {
    const workspace = tempFolder();
    await useTool(shell, { command: 'for i in 1 2 3; do echo $i >> log; done' }, { workspace });
    expect(readFileSync(join(workspace, 'log'), 'utf8')).toBe('1\n2\n3\n');
  });
});

test('[L3] how a command ended is told as it was: by a signal, or never started', async () => {
  const shell = shellTool({ sandbox: 'off' });
  const workspace = tempFolder();
  const killed = await useTool(shell, { command: 'kill -9 $$' }, { workspace });
  expect(killed).toMatchObject({ error: { code: 'SIGKILL' }, structured: { exit_code: null, signal: 'SIGKILL' } });
  const missing = await useTool(shell, { command: ['no-such-program'] }, { workspace });
  expect(missing.error?.message).toMatch(/could not be started.*ENOENT/);
});

test('what was printed is kept from both ends, in whole characters, and what is missing is counted', () => {
  const letters = fc.array(fc.constantFrom('x', 'é', '€', '🔧', '\n'), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(
      letters,
      fc.integer({ min: 1, max: 3_000_000 }),
      fc.integer({ min: 1, max: 100_000 }),
      (some, size, cut) => {
        const words = some.join('');
        const text = words.repeat(Math.ceil(size / Buffer.byteLength(words)));
        const all = Buffer.from(text);
        const output = new BoundedOutput();
        for (let at = 0; at < all.length;) {
          const piece = all.subarray(at, at + cut + 4);
          const whole = piece.subarray(0, piece.length - (at + piece.length < all.length ? unfinished(piece) : 0));
          output.push(whole);
          at += whole.length;
        }
        const [head = '', dropped, tail = ''] = output.text().split(/\n\[(\d+) bytes were not kept here\]\n/);
        expect(Buffer.byteLength(head) + Number(dropped ?? 0) + Buffer.byteLength(tail)).toBe(all.length);
        expect(text.startsWith(head)).toBe(true);
        expect(text.endsWith(tail)).toBe(true);
        expect(Buffer.byteLength(output.text())).toBeLessThan(2.1 * 1024 * 1024);
      },
    ),
    { numRuns: 12 },
  );
});

test('[M1] no cut goes through a secret, which would not be known as one', () => {
  const secret = 'pä$$word#&*-Ab9+/_xY';
  const bytes = Buffer.from(`key=${secret}`);
  const mega = 1024 * 1024;
  for (const before of [1, 5, 7, bytes.length - 1]) {
    const filler = (size: number): Buffer => Buffer.alloc(size, 'many lines ');
    const printed = new BoundedOutput();
    // Across the end of what is kept first, across the beginning of what is kept last, and where the process was stopped.
    const tail = mega - (bytes.length - before);
    const end = bytes.subarray(0, before);
    for (const piece of [filler(mega - before), bytes, filler(mega), bytes, filler(tail - end.length), end])
      printed.push(piece);
    const halves = Array.from(secret, (_, at) => secret.slice(at, at + 4)).filter(({ length }) => length === 4);
    expect(halves.filter((half) => printed.text(true).includes(half))).toEqual([]);
    expect(printed.text(true)).toContain('bytes were not kept here');
  }
  const short = new BoundedOutput();
  short.push(Buffer.from('a key=sec'));
  expect([short.text(), short.text(true)]).toEqual(['a key=sec', 'a ']);
});

test('characters are held back until they are whole', () => {
  const bytes = Buffer.from('aé€🔧');
  const held = Array.from({ length: bytes.length + 1 }, (_, end) => unfinished(bytes.subarray(0, end)));
  expect(held).toEqual([0, 0, 1, 0, 1, 2, 0, 1, 2, 3, 0]);
  expect(unfinished(Buffer.from([0xff]))).toBe(0);
  expect(unfinished(Buffer.from([0x80, 0x80, 0x80, 0x80]))).toBe(0);
});
