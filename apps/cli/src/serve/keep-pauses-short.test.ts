import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const MB = 1024 * 1024;

/** The space for new objects, at most, while many stay. */
function most(begin: string): number {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8';
    ${begin}
    const kept = [];
    let most = 0;
    for (let n = 0; n < 60; n += 1) {
      for (let made = 0; made < 5000; made += 1) kept.push({ n, made: [made] });
      await new Promise((resolve) => setImmediate(resolve));
      most = Math.max(most, getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size);
    }
    console.log(most);
  `;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

test('[M3] the space for new objects stays small, so that a collection is short', () => {
  const module = new URL('./keep-pauses-short.ts', import.meta.url).href;
  expect(most('')).toBeGreaterThan(16 * MB);
  expect(most(`import { keepPausesShort } from '${module}'; keepPausesShort();`)).toBeLessThanOrEqual(16 * MB);
});
