import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtPage } from './built-page.ts';

const BUDGET = 150_000;

test('the first load stays within its budget, and asks nobody else for anything', async () => {
  const folder = await builtPage();
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="\.(\/[^"]+)"/g)].map(([, path]) => path ?? '');
  const sizes = files.map((path) => gzipSync(readFileSync(join(folder, path)), { level: 9 }).length);
  const total = sizes.reduce((sum, size) => sum + size, gzipSync(html).length);
  console.log(
    `first load: ${(total / 1000).toFixed(1)} KB gzipped (${files.length} files, budget ${BUDGET / 1000} KB)`,
  );
  expect(files.some((path) => path.endsWith('.js')) && files.some((path) => path.endsWith('.css'))).toBe(true);
  expect(total).toBeLessThan(BUDGET);
  expect(html).not.toMatch(/https?:\/\/|<style|style=|<script(?![^>]*src=)/);
});
