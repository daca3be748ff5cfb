import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ToolRenderer } from './tool-renderer.ts';

/** The compiler asks for each. */
const FIELDS: Readonly<Record<keyof ToolRenderer, true>> = {
  name: true,
  matches: true,
  label: true,
  contextInfo: true,
  description: true,
  words: true,
  wordsLanguage: true,
  Body: true,
  keepsWords: true,
  hasBody: true,
  mostLetters: true,
  defaultOpen: true,
  standalone: true,
};

test('every field of a renderer stands in the documentation, and no other does', () => {
  const page = readFileSync(new URL('../../../../docs/renderers.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split('| | |\n|---|---|\n');
  const rows = table.split('\n\n')[0]?.split('\n') ?? [];
  const told = rows.flatMap((row) =>
    Array.from(row.split(' | ')[0]?.matchAll(/`(\w+)/g) ?? [], ([, name = '']) => name),
  );
  // A name is for the reader of the code, and says nothing to the page.
  expect(told.toSorted()).toEqual(
    Object.keys(FIELDS)
      .filter((field) => field !== 'name')
      .toSorted(),
  );
});
