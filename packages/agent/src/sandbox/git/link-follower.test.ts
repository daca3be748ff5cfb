/** Where a path leads, as the system says. */
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../test/use-tool.ts';
import { linkFollower } from './link-follower.ts';

const NAMES = ['a', 'b', 'c'] as const;

test('[H1] many paths that are followed together lead where each leads alone, and where the system says', () => {
  const name = fc.constantFrom(...NAMES);
  const target = fc.array(fc.constantFrom(...NAMES, '..'), { minLength: 1, maxLength: 3 });
  const entry = fc.record({ at: fc.array(name, { minLength: 1, maxLength: 3 }), leads: fc.option(target) });
  const path = fc.array(name, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), fc.array(path, { minLength: 1, maxLength: 6 }), (entries, paths) => {
      const root = realpathSync(tempFolder());
      for (const { at, leads } of entries) {
        const place = join(root, ...at);
        attempt(() => (leads === null ? mkdirSync(place, { recursive: true }) : symlinkSync(leads.join('/'), place)));
      }
      const follow = linkFollower();
      for (const names of paths) {
        const asked = join(root, ...names);
        const way = follow(asked);
        expect(way).toEqual(linkFollower()(asked));
        const real = attempt(() => realpathSync.native(asked));
        if (real !== undefined) expect(way.end).toBe(real);
      }
    }),
    { numRuns: 100 },
  );
});

test('[H1] what is changed is seen by the next look, and not by one that goes on', () => {
  const root = realpathSync(tempFolder());
  mkdirSync(join(root, 'one'));
  mkdirSync(join(root, 'two'));
  writeFileSync(join(root, 'one/x'), '');
  symlinkSync('one', join(root, 'way'));
  const follow = linkFollower();
  expect(follow(join(root, 'way/x')).end).toBe(join(root, 'one/x'));
  rmSync(join(root, 'way'));
  symlinkSync('two', join(root, 'way'));
  expect(follow(join(root, 'way/y')).end).toBe(join(root, 'one/y'));
  expect(linkFollower()(join(root, 'way/y'))).toEqual({
    links: [{ path: join(root, 'way'), leads: 'two' }],
    end: join(root, 'two/y'),
  });
});

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
