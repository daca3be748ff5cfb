import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Reference, referencePages, referencesOf } from './sources/reference-pages.ts';

const PAGES = 'docs/reference';

/** One line for each public name that nobody explains, and for each page of the reference that is old. */
export function checkReference(root: string): string[] {
  const pages = referencePages(root);
  const there = globSync(`${PAGES}/*.md`, { cwd: root }).map((file) => file.slice(PAGES.length + 1));
  const old = Array.from(pages).filter(([name, text]) => textInFile(join(root, PAGES, name)) !== text);
  return [
    ...referencesOf(root).flatMap(missing),
    ...old.map(([name]) => `${PAGES}/${name} is old: npm run reference`),
    ...there.filter((name) => !pages.has(name)).map((name) => `${PAGES}/${name} is of nothing: npm run reference`),
  ];
}

function missing({ door, name, kind, text, example }: Reference): string[] {
  const isCode = kind === 'function' || kind === 'class';
  return [
    ...(text === '' ? [`${door}: ${name} has no sentence`] : []),
    ...(isCode && example === undefined ? [`${door}: ${name} has no example`] : []),
  ];
}

function textInFile(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
