import { expect, it } from 'vitest';
import { plot } from './plot.ts';
import type { Result } from './plot.ts';

const least = { at: 'least', ratio: 10 } as const;
const most = { at: 'most', ratio: 2 } as const;

function barsOf(results: readonly Result[]): { left: number; width: number }[] {
  return [...plot(results).matchAll(/<rect x="([\d.]+)" y="\d+" width="([\d.]+)"/g)].map(([, left, width]) => ({
    left: Number(left),
    width: Number(width),
  }));
}

it('a bar goes to the right where the target is met, and as far for half of a limit as for twice what is asked', () => {
  const [asked, limited, missed, over] = barsOf([
    { name: 'a', unit: 'ms', ratio: 20, target: least },
    { name: 'b', unit: 'ms', ratio: 1, target: most },
    { name: 'c', unit: 'ms', ratio: 5, target: least },
    { name: 'd', unit: 'ms', ratio: 4, target: most },
  ]);
  expect(limited).toEqual(asked);
  expect(over).toEqual(missed);
  expect(missed?.left).toBe((asked?.left ?? 0) - (asked?.width ?? 0));
});

it('a case without a target has its words and no bar, and no word is markup', () => {
  const picture = plot([{ name: 'a<b', unit: 'x & y', ratio: 3 }]);
  expect(barsOf([{ name: 'a', unit: 'ms', ratio: 3 }])).toEqual([]);
  expect(picture).toContain('a&lt;b: 3x; x &amp; y');
});

it('what is far off stays in the picture', () => {
  const [bar] = barsOf([{ name: 'a', unit: 'ms', ratio: 1e9, target: least }]);
  expect((bar?.left ?? 0) + (bar?.width ?? 0)).toBeLessThan(860);
});
