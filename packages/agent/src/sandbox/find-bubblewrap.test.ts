import { chmodSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../test/use-tool.ts';
import { findBubblewrap, tryBubblewrap } from './find-bubblewrap.ts';

/** A folder with a program of that name that does as the script says. */
function withProgram(script: string): string {
  const folder = tempFolder();
  const program = join(folder, 'bwrap');
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  return folder;
}

test('[B.6 42] a sandbox that is not there, or not for this system, is told as missing', async () => {
  expect(await tryBubblewrap('linux', '')).toEqual({ ok: false, why: 'bubblewrap is not installed' });
  expect(await tryBubblewrap('linux', tempFolder())).toMatchObject({ ok: false });
  expect(await tryBubblewrap('darwin', process.env['PATH'] ?? '')).toMatchObject({ ok: false });
});

test('[B.6 42] one that is installed and does not work is as good as none, and says why', async () => {
  const failing = await tryBubblewrap(
    'linux',
    withProgram('echo "No permissions to create new namespace" >&2; exit 1'),
  );
  expect(failing).toEqual({
    ok: false,
    why: 'bubblewrap does not work here (No permissions to create new namespace)',
  });
  expect(await tryBubblewrap('linux', withProgram('exit 0'))).toMatchObject({ ok: false });
});

test('[H1] one that cannot keep a command from making namespaces is too old', async () => {
  const old = await tryBubblewrap('linux', withProgram('echo "bwrap: Unknown option --disable-userns" >&2; exit 1'));
  expect(old).toEqual({ ok: false, why: 'bubblewrap is too old: version 0.8 or later is needed' });
});

test('a program in a folder that depends on where one stands is not taken', async () => {
  const folder = withProgram('echo confined');
  expect(await tryBubblewrap('linux', relative(process.cwd(), folder))).toMatchObject({ ok: false });
});

test('it is tried once', () => {
  expect(findBubblewrap()).toBe(findBubblewrap());
});
