import { expect, test } from 'vitest';
import { withBlobs } from './with-blobs.ts';

const MB = 1024 * 1024;

/** What a page with these blobs says; sizes in MB, undefined for one that is gone. */
async function written(sizes: readonly (number | undefined)[]): Promise<string> {
  return withBlobs(
    (address, leftOut) => [...sizes.map((_, index) => address(`/${index}`) ?? '-'), leftOut ?? ''].join(' '),
    async (path, most) => {
      const size = sizes[Number(path.slice(1))];
      return size === undefined || size * MB > most ? undefined : { address: `data:${path}`, bytes: size * MB };
    },
  );
}

test('[12.6] what a thread keeps as blobs is in the page that is saved', async () => {
  expect(await written([])).toBe('');
  expect(await written([1, 2])).toBe('data:/0 data:/1 ');
});

test('[12.6] what is too large, alone or with the others, or gone, is left out, and the page says so', async () => {
  const words = (count: string): string =>
    `${count} left out: too large (more than 10.0MB, or 50.0MB together), or not there any more`;
  expect(await written([1, 11])).toBe(`data:/0 - ${words('1 file')}`);
  expect(await written([undefined, 11, 1])).toBe(`- - data:/2 ${words('2 files')}`);
  expect(await written([9, 9, 9, 9, 9, 9, 5])).toContain(`data:/4 - data:/6 ${words('1 file')}`);
});
