/** What is to be hidden may be gone when it is to be hidden. That stops no command, and leaves nothing behind. */
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { alive, longSleep, until } from '../../test/processes.ts';
import { tempFolder } from '../../test/use-tool.ts';
import { confine } from './confine.ts';
import { findBubblewrap } from './find-bubblewrap.ts';
import { runBubblewrap } from './run-bubblewrap.ts';

const bubblewrap = await findBubblewrap();

interface Ran {
  readonly printed: string;
  readonly code: number | undefined;
  readonly starts: number;
}

/** `hidden` tells what is hidden at each start, of all that is bound. */
async function run(
  command: string,
  workspace: string,
  hidden: (sockets: readonly string[], start: number) => readonly string[],
): Promise<Ran> {
  const confined = await confine({ workspace, cwd: workspace, network: false, hides: [] });
  if (!confined.ok) throw new Error(confined.why);
  let printed = '';
  let starts = 0;
  const end = await runBubblewrap({
    workspace,
    cwd: workspace,
    env: { PATH: process.env['PATH'] ?? '' },
    timeoutMs: 60_000,
    mostBytes: 8 * 1024 * 1024,
    signal: new AbortController().signal,
    output: (bytes) => (printed += bytes.toString()),
    argvFor: (bound) => {
      starts += 1;
      return confined.argv(['/bin/sh', '-c', command], { mounts: undefined, sockets: hidden(bound, starts) });
    },
  });
  return { printed, code: end.kind === 'exit' ? end.code : undefined, starts };
}

describe.skipIf(!bubblewrap.ok)('in the sandbox', () => {
  test('[A2 10] what was gone when it was to be hidden elsewhere: the command is started again, and runs once', async () => {
    const workspace = tempFolder();
    const ran = await run('echo ran | tee -a all', workspace, (_, start) => (start < 4 ? ['/etc/gone'] : []));
    expect(ran).toEqual({ printed: 'ran\n', code: 0, starts: 4 });
  });

  test('[A2 10] what was gone when it was to be hidden in the workspace: no file is left there', async () => {
    const workspace = tempFolder();
    const program = createServer().listen(join(workspace, 'gone'));
    onTestFinished(() => void program.close());
    await once(program, 'listening');
    const ran = await run('echo ran', workspace, (bound) => {
      const ours = bound.filter((path) => path.startsWith(workspace));
      for (const path of ours) rmSync(path);
      return ours;
    });
    expect(ran).toEqual({ printed: 'ran\n', code: 0, starts: 1 });
    expect(readdirSync(workspace)).toEqual([]);
  });

  test.each(['gone', 'there'])(
    'what somebody puts in the place of a socket that was %s while a command runs is theirs, and stays',
    async (socket) => {
      const workspace = tempFolder();
      const at = (name: string): string => join(workspace, name);
      const names = ['plain', 'with a space', 'ü'];
      for (const name of names) {
        const program = createServer().listen(at(name));
        onTestFinished(() => void program.close());
        await once(program, 'listening');
      }
      const running = run('touch begun; while [ ! -e go ]; do sleep 0.05; done', workspace, (bound) => {
        const ours = bound.filter((path) => path.startsWith(workspace));
        if (socket === 'gone') for (const path of ours) rmSync(path);
        return ours;
      });
      await until(() => existsSync(at('begun')));
      for (const name of names) {
        rmSync(at(name));
        writeFileSync(at(name), '', { mode: 0o444 });
      }
      writeFileSync(at('go'), '');
      expect(await running).toMatchObject({ code: 0, starts: 1 });
      expect(readdirSync(workspace).toSorted()).toEqual(['begun', 'go', ...names].toSorted());
    },
  );

  test('[H1] [B.6 43] a command that took the first process of its sandbox out of its group, and from the end of bubblewrap, ends all the same', async () => {
    const [workspace, mark] = [tempFolder(), longSleep()];
    const confined = await confine({ workspace, cwd: workspace, network: false, hides: [] });
    if (!confined.ok) throw new Error(confined.why);
    const command = `(sleep ${mark}; touch late) >/dev/null 2>&1 & sleep ${mark}`;
    const argv = confined.argv(['/bin/sh', '-c', command], { mounts: undefined, sockets: [] });
    const end = await runBubblewrap({
      workspace,
      cwd: workspace,
      env: { PATH: process.env['PATH'] ?? '' },
      timeoutMs: 1000,
      mostBytes: 1024,
      signal: new AbortController().signal,
      output: () => undefined,
      // As a debugger inside could do: a session of its own, and no signal when its parent ends.
      argvFor: () => argv.map((one) => (one === '--die-with-parent' ? '--new-session' : one)),
    });
    expect(end).toEqual({ kind: 'timeout' });
    expect(alive(mark)).toEqual([]);
  });

  test('where it fails each time, the reason is told once', async () => {
    const { printed, code, starts } = await run('echo ran', tempFolder(), () => ['/etc/gone']);
    expect(printed).toMatch(/^bwrap: .*\/etc\/gone.*\n$/);
    expect([code, starts > 1]).toEqual([1, true]);
  });

  test('what a command prints after the same words is not held back', async () => {
    const ran = await run('echo "bwrap: no"; head -c 3000000 /dev/zero | tr "\\0" x; exit 1', tempFolder(), () => []);
    expect(ran).toMatchObject({ code: 1, starts: 1 });
    expect([ran.printed.slice(0, 10), ran.printed.length]).toEqual(['bwrap: no\n', 3_000_010]);
    const later = await run('echo first; echo "bwrap: no"; exit 1', tempFolder(), () => []);
    expect(later).toEqual({ printed: 'first\nbwrap: no\n', code: 1, starts: 1 });
  });

  test('a command that fails and prints what bubblewrap would print is not started again', async () => {
    const ran = await run('echo "bwrap: no" >&2; echo more; exit 1', tempFolder(), () => []);
    expect(ran).toMatchObject({ code: 1, starts: 1 });
    expect(ran.printed).toContain('bwrap: no\n');
    expect(ran.printed).toContain('more\n');
  });
});
