import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SESSION_PLACES } from './session-places.ts';

test('the documentation names every folder in which sessions are looked for', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../../docs/transcripts.md'), 'utf8');
  const folders = Object.values(SESSION_PLACES).flatMap((places) => places.map((place) => place.folder('~', {})));
  expect(folders.length).toBeGreaterThan(8);
  expect(folders.filter((folder) => !docs.includes(`${folder}/`))).toEqual([]);
});
