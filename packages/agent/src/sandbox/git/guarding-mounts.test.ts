import { expect, test } from 'vitest';
import type { Known } from './guard-repositories.ts';
import { guardingMounts } from './guarding-mounts.ts';

const CONTROLS = ['config', 'hooks', 'info', 'commondir'].map((name) => ({ name, is: 'no link', print: '' }) as const);

const LONG = `${'n'.repeat(200)}/`;
const LONG_START = `/${LONG.repeat(19)}`.slice(0, -1);
const DEEP = [0, 1].map((n) => `${n}${'/a'.repeat(63)}`);

test.each([
  ['as many as can be guarded one by one', 900, (n: number) => `many/${n}`, []],
  ['in one folder', 5000, (n: number) => `many/${n}`, ['many']],
  ['in one folder, and some elsewhere', 5000, (n: number) => (n < 20 ? `few/${n}` : `a/b/many/${n}`), ['a/b/many']],
  ['in two folders', 4000, (n: number) => `${n % 2 === 0 ? 'even' : 'odd'}/${n}`, ['even', 'odd']],
  ['in the workspace itself', 5000, (n: number) => `${n}`, ['.']],
  ['each in a folder of its own', 5000, (n: number) => `${n}/x/y`, ['.']],
  ['deeper than can be named', 3, (n: number) => `${n}/${LONG.repeat(60)}x`, [0, 1, 2].map((n) => `${n}${LONG_START}`)],
  ['just too long with what is in it', 1, () => `${LONG.repeat(19)}${'y'.repeat(180)}`, [LONG.repeat(19).slice(0, -1)]],
  ['far down in many places', 3000, (n: number) => `${n}/${'a/'.repeat(70)}x`, ['.']],
  ['through more folders than anybody uses', 2, (n: number) => `${n}/${'a/'.repeat(1500)}x`, DEEP],
] as const)(
  '[H1] [A9 2] repositories that are too many or too far down are guarded, each or together: %s',
  async (_, count, path, closed) => {
    const known: readonly Known[] = Array.from({ length: count }, (_none, n) => ({
      path: `/ws/${path(n)}/.git`,
      kind: 'folder',
      controls: CONTROLS,
    }));
    for (const git of ['read', 'write'] as const) {
      const found = await guardingMounts(known, [], ['/ws'], git);
      if (git === 'read') expect(found.closed).toEqual(closed.map((name) => (name === '.' ? '/ws' : `/ws/${name}`)));
      expect(found.mounts.length).toBeLessThanOrEqual(6000);
      // As bubblewrap names it while it mounts.
      for (const path of found.mounts) expect(`/oldroot${path}`.length).toBeLessThan(4096);
      const readOnly = new Set(found.mounts.filter((_path, at) => found.mounts[at - 2] === '--ro-bind'));
      for (const one of known) {
        const kept = git === 'read' ? [one.path] : CONTROLS.map(({ name }) => `${one.path}/${name}`);
        for (const name of kept) expect([name, isIn(name, readOnly)]).toEqual([name, true]);
      }
    }
  },
);

function isIn(path: string, folders: ReadonlySet<string>): boolean {
  for (let at = path.length; at > 0; at = path.lastIndexOf('/', at - 1))
    if (folders.has(path.slice(0, at))) return true;
  return false;
}
