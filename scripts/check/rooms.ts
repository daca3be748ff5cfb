import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { importsOf } from './imports.ts';

/**
 * The law of arrows inside core: views import the ledger, the ledger imports no view. `text` holds rules about texts that all
 * views share.
 */
const ROOMS: Record<string, readonly string[]> = {
  structure: [],
  ledger: ['structure'],
  text: ['ledger'],
  timeline: ['ledger', 'structure', 'text'],
  summary: ['ledger'],
  context: ['ledger', 'text'],
  contract: ['ledger', 'text', 'timeline'],
  blocks: ['ledger', 'text', 'timeline'],
  unified: ['contract', 'ledger', 'timeline'],
};

const SOURCES = 'packages/core/src';
/** Words for people. Faults of a value that is no event are told where they are found. */
const LITERAL = /'(?:[^'\\\n]|\\.)*'|`[^`\n]*`/g;
const SENTENCE = /[a-z] [a-z]/;
const TOLD_WHERE_FOUND = `${SOURCES}/ledger/check/`;

/** One line for each import that no arrow allows, and for each sentence that the ledger holds. */
export function checkRooms(root: string): string[] {
  const files = globSync(`${SOURCES}/*/**/*.ts`, { cwd: root, exclude: ['**/*.test.ts'] });
  return files
    .map((file) => file.replaceAll(sep, '/'))
    .flatMap((file) => [...arrowsOf(root, file), ...wordsOf(root, file)]);
}

function arrowsOf(root: string, file: string): string[] {
  const from = roomOf(root, join(root, file));
  const allowed = ROOMS[from];
  if (allowed === undefined) return [`${file}: ${from} is not in the table of scripts/check/rooms.ts`];
  return importsOf(join(root, file))
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => roomOf(root, resolve(root, dirname(file), specifier)))
    .filter((to) => to !== from && !allowed.includes(to))
    .map((to) => `${file}: ${from} must not import ${to}`);
}

function roomOf(root: string, path: string): string {
  return relative(join(root, SOURCES), path).split(sep)[0] ?? '';
}

function wordsOf(root: string, file: string): string[] {
  if (!file.startsWith(`${SOURCES}/ledger/`) || file.startsWith(TOLD_WHERE_FOUND)) return [];
  const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const literals = code.match(LITERAL) ?? [];
  return literals
    .filter((words) => SENTENCE.test(words))
    .map((words) => `${file}: the ledger holds no English: ${words}`);
}
