import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../test/use-tool.ts';
import { findBubblewrap, tryBubblewrap } from './find-bubblewrap.ts';

/** A program of that name that does as the script says. */
function programThat(script: string): string {
  const program = join(tempFolder(), 'bwrap');
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  return program;
}

test('[B.6 42] a sandbox that is not there, or not for this system, is told as missing', async () => {
  expect(await tryBubblewrap('linux', undefined)).toEqual({ ok: false, why: 'bubblewrap is not installed' });
  expect(await tryBubblewrap('linux', join(tempFolder(), 'bwrap'))).toMatchObject({ ok: false });
  expect(await tryBubblewrap('darwin', '/usr/bin/bwrap')).toMatchObject({ ok: false });
});

test('[B.6 42] one that is installed and does not work is as good as none, and says why', async () => {
  const failing = await tryBubblewrap(
    'linux',
    programThat('echo "No permissions to create new namespace" >&2; exit 1'),
  );
  expect(failing).toEqual({
    ok: false,
    why: 'bubblewrap does not work here (No permissions to create new namespace)',
  });
  expect(await tryBubblewrap('linux', programThat('exit 0'))).toMatchObject({ ok: false });
});

test('[H1] one that cannot keep a command from making namespaces is too old', async () => {
  const old = await tryBubblewrap('linux', programThat('echo "bwrap: Unknown option --disable-userns" >&2; exit 1'));
  expect(old).toEqual({ ok: false, why: 'bubblewrap is too old: version 0.8 or later is needed' });
});

test('it is tried once', () => {
  expect(findBubblewrap()).toBe(findBubblewrap());
});
