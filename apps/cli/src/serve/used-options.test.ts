/** An option that is read, judged, printed and then forgotten would look like one that works. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OPTIONS } from './config/serve-option.ts';
import { parseServeOptions } from './options/serve-options.ts';

/** Told by `--print-config`, which is all that it is for. */
const ONLY_PRINTED: ReadonlySet<string> = new Set(['config']);

/** What runs the server, without what reads, judges and prints its options. */
const sources = globSync('**/*.{ts,tsx}', { cwd: join(import.meta.dirname, '..') })
  .filter((file) => !/\.test\.tsx?$|^serve\/config\/|^serve\/serve-options\.ts$/.test(file))
  .map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
  .filter((text) => /\bServeOptions\b|\bparseServeOptions\b/.test(text));

/** `options.runs`, `const { runs } = options`, or `({ runs }: ServeOptions)`. */
function isRead(name: string): boolean {
  const read = new RegExp(
    `\\boptions\\.${name}\\b|\\{[^{}]*\\b${name}\\b[^{}]*\\}(?: = options\\b|: (?:Pick<)?ServeOptions\\b)`,
  );
  return sources.some((text) => read.test(text));
}

test('every field of the options of serve is used by what runs the server', () => {
  const parsed = parseServeOptions([], {});
  if (parsed.ok !== true) throw new Error('no options');
  const fields = Object.keys(parsed.options);
  expect(fields.length).toBeGreaterThan(15);
  expect(fields.filter((name) => !ONLY_PRINTED.has(name) && !isRead(name))).toEqual([]);
  expect(isRead('neverThere')).toBe(false);
});

test('every option of serve stands in the page for operators', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/operate.md'), 'utf8');
  expect(Object.keys(OPTIONS).filter((name) => !new RegExp(`--${name}(?![\\w-])`).test(text))).toEqual([]);
});
