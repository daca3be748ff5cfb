import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('every row of docs/seeds.md has a test that names it, and every row that a test names is there', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const rows = readFileSync(`${root}docs/seeds.md`, 'utf8').match(/(?<=^\| )\d{3}\.\d(?= \|)/gm);
  const cited = globSync('seeds/00*.test.ts', { cwd: root }).flatMap((file) => {
    const [, ...lines] = readFileSync(root + file, 'utf8').split('\n');
    return lines.flatMap((line) => line.match(/\b00\d\.\d\b/g) ?? []);
  });
  expect([...new Set(cited)].toSorted()).toEqual(rows);
});

test('[issue 11] who reads a note beside its tests begins at 00N.test.ts: it names every other file that holds some of them', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const held = globSync('{00*,statements}.test.{ts,tsx}', { cwd: folder });
  for (const note of ['000', '001', '002', '003', '004']) {
    const others = held.filter((file) => file !== `${note}.test.ts` && (file.startsWith(note) || !/^\d/.test(file)));
    const named = readFileSync(`${folder}${note}.test.ts`, 'utf8');
    expect([note, others.filter((file) => !named.includes(file))]).toEqual([note, []]);
  }
});
