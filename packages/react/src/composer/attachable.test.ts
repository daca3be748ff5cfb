import { english } from '@toolthread/core/text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attachable } from './attachable.ts';

const file = (name: string, size: number): File => new File([new Uint8Array(size)], name);
const limits = { files: 3, bytes: 100 };

test('[issue 13] a file that does not fit keeps none out that does', () => {
  const { taken, problem } = attachable(
    [],
    [file('big.bin', 101), file('ok.txt', 10), file('i1.png', 90)],
    limits,
    english,
  );
  expect(taken.map(({ name }) => name)).toEqual(['ok.txt', 'i1.png']);
  expect(problem).toBe('Left out: big.bin (101B, 1B too much). A message can have 100B.');
});

test('[issue 13] [L4] every offered file is taken or named, and what is taken keeps to the limits', () => {
  const sizes = fc.array(fc.nat({ max: 60 }), { maxLength: 8 });
  fc.assert(
    fc.property(sizes, sizes, (there, offered) => {
      const files = attachable(
        [],
        there.map((size, index) => file(`there-${index}.`, size)),
        limits,
        english,
      ).taken;
      const more = offered.map((size, index) => file(`more-${index}.`, size));
      const { taken, problem = '' } = attachable(files, more, limits, english);
      for (const each of more) expect(taken.includes(each)).toBe(!problem.includes(each.name));
      const all = [...files, ...taken];
      expect(all.length).toBeLessThanOrEqual(limits.files);
      expect(all.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(limits.bytes);
    }),
  );
});
