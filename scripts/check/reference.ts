import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { doorsOf } from './sources/doors-of.ts';
import { Modules } from './sources/modules.ts';
import { type Reference, referencePages, referencesOf, sentenceOf } from './sources/reference-pages.ts';

const PAGES = 'docs/reference';

/**
 * One line for each entry point and each public name that nobody explains, for each type that a caller is given and cannot name, and
 * for each page of the reference that is old.
 */
export function checkReference(root: string): string[] {
  const pages = referencePages(root);
  const references = referencesOf(root);
  const modules = new Modules(root);
  const told = new Set(references.map(({ door }) => door));
  const silent = doorsOf(root).filter(({ name, file }) => told.has(name) && sentenceOf(modules.source(file)) === '');
  const there = globSync(`${PAGES}/*.md`, { cwd: root }).map((file) => file.slice(PAGES.length + 1));
  const old = Array.from(pages).filter(([name, text]) => textInFile(join(root, PAGES, name)) !== text);
  return [
    ...references.flatMap(missing),
    ...silent.map(({ name }) => `${name} has no sentence`),
    ...old.map(([name]) => `${PAGES}/${name} is old: npm run reference`),
    ...there.filter((name) => !pages.has(name)).map((name) => `${PAGES}/${name} is of nothing: npm run reference`),
  ];
}

function missing({ door, name, kind, text, example, nameless }: Reference): string[] {
  const isCode = kind === 'function' || kind === 'class';
  return [
    ...(text === '' ? [`${door}: ${name} has no sentence`] : []),
    ...(isCode && example === undefined ? [`${door}: ${name} has no example`] : []),
    ...nameless.map((type) => `${door}: ${name} gives ${type}, which is not exported`),
  ];
}

function textInFile(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
