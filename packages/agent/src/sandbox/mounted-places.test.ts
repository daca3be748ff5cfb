import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { findBubblewrap } from './find-bubblewrap.ts';
import { mountsIn } from './mounts-of.ts';
import { otherPlaces } from './mounted-places.ts';

const bubblewrap = await findBubblewrap();
const canMount = spawnSync('sh', ['-c', 'unshare -Urm true']).status === 0;

test('a folder is found wherever its storage is mounted: all of it, what is above it, and a part of it', () => {
  const mounts = mountsIn(`27 1 254:0 / / rw - ext4 /dev/vda rw
30 27 8:1 / /srv rw shared:1 - ext4 /dev/sda1 rw
31 27 8:1 / /mnt/again\\040here rw - ext4 /dev/sda1 rw
32 27 8:1 /data /mnt/data ro - ext4 /dev/sda1 rw
33 27 8:1 /data/threads/t1 /mnt/part rw - ext4 /dev/sda1 rw
34 27 8:1 /database /mnt/other rw - ext4 /dev/sda1 rw
35 27 8:2 / /mnt/stranger rw - ext4 /dev/sdb1 rw`);
  expect(otherPlaces('/srv/data/threads', mounts)).toEqual([
    { path: '/mnt/again here/data/threads', is: '/srv/data/threads' },
    { path: '/mnt/data/threads', is: '/srv/data/threads' },
    { path: '/mnt/part', is: '/srv/data/threads/t1' },
  ]);
});

test('a share of another machine is one storage, whatever number each mount of it has', () => {
  const mounts = mountsIn(`27 1 254:0 / / rw - ext4 /dev/vda rw
30 27 0:51 / /srv/shared rw - nfs4 files.example:/export rw
31 27 0:52 / /mnt/second rw - nfs4 files.example:/export ro
32 27 0:53 / /mnt/third rw - nfs4 files.example:/other ro
33 27 0:54 / /run rw - tmpfs tmpfs rw
34 27 0:55 / /dev/shm rw - tmpfs tmpfs rw`);
  expect(otherPlaces('/srv/shared/t', mounts)).toEqual([{ path: '/mnt/second/t', is: '/srv/shared/t' }]);
  expect(otherPlaces('/run/t', mounts)).toEqual([]);
});

test.runIf(bubblewrap.ok && canMount)(
  '[B.6 42] a command does not see what is hidden at another path at which it is mounted',
  () => {
    // Not below `/tmp`, which is empty inside anyway.
    const root = join(import.meta.dirname, `../../../../node_modules/.cache/mounted-${process.pid}`);
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const [data, works, second, part] = ['data', 'works', 'second', 'part'].map((name) => join(root, name));
    for (const folder of [join(data ?? '', 'inner'), works, second, part]) mkdirSync(folder ?? '', { recursive: true });
    writeFileSync(join(data ?? '', 'inner', 'file'), 'a secret');
    const program = fileURLToPath(new URL('../../test/hiding-shell.ts', import.meta.url));
    const command = 'echo works; cat data/inner/file second/inner/file part/file';
    const mounting = 'mount --bind data second && mount --bind data/inner part && exec "$@"';
    const told = [data ?? '', works ?? '', `cd ${root}; ${command}`];
    const { stdout, stderr } = spawnSync(
      'sh',
      ['-c', 'exec unshare -Urm sh -c "$0" sh "$@"', mounting, process.execPath, program, ...told],
      { cwd: root, encoding: 'utf8' },
    );
    expect(stdout + stderr).toContain('works');
    expect(stdout).not.toContain('a secret');
  },
);
