import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { importsOf } from './sources/imports-of.ts';

/**
 * The law of arrows inside a package. In core, views import the ledger, and the ledger imports no view; `text` holds rules about texts
 * that all views share. In the agent, what is listed first knows nothing of what is listed later.
 */
export const ROOMS: Record<string, Record<string, readonly string[]>> = {
  'packages/core/src': {
    structure: [],
    ledger: ['structure'],
    text: ['ledger'],
    timeline: ['ledger', 'structure', 'text'],
    summary: ['ledger', 'structure', 'timeline'],
    context: ['ledger', 'text'],
    contract: ['ledger', 'text', 'timeline'],
    blocks: ['ledger', 'text', 'timeline'],
    unified: ['contract', 'ledger', 'text'],
    adapters: ['contract', 'ledger'],
  },
  'packages/agent/src': {
    tool: [],
    diff: [],
    redact: ['tool'],
    process: ['redact', 'tool'],
    sandbox: ['process'],
    workspace: ['sandbox', 'tool'],
    policy: ['tool', 'workspace'],
    changes: ['diff', 'redact', 'sandbox', 'workspace'],
    tools: ['diff', 'process', 'sandbox', 'tool', 'workspace'],
    mcp: ['process', 'sandbox', 'tool'],
    state: [],
    response: ['redact', 'state'],
    run: ['policy', 'redact', 'state', 'tool'],
    calls: ['policy', 'redact', 'response', 'run', 'state', 'tool'],
    loop: ['calls', 'changes', 'policy', 'redact', 'response', 'run', 'state', 'tool', 'workspace'],
    team: ['changes', 'loop', 'run', 'state', 'tool', 'tools', 'workspace'],
    demo: ['policy', 'state', 'team', 'tool', 'tools', 'workspace'],
  },
};

const LEDGER = 'packages/core/src/ledger/';
/** Words for people. Faults of a value that is no event are told where they are found. */
const LITERAL = /'(?:[^'\\\n]|\\.)*'|`[^`\n]*`/g;
const SENTENCE = /[a-z] [a-z]/;
const TOLD_WHERE_FOUND = `${LEDGER}check/`;

/** One line for each import that no arrow allows, and for each sentence that the ledger holds. */
export function checkRooms(root: string): string[] {
  return Object.entries(ROOMS).flatMap(([sources, rooms]) => {
    const files = globSync(`${sources}/*/**/*.ts`, { cwd: root, exclude: ['**/*.test.ts'] });
    return files
      .map((file) => file.replaceAll(sep, '/'))
      .flatMap((file) => [...arrowsOf(root, file, sources, rooms), ...wordsOf(root, file)]);
  });
}

/** What is beside the rooms, in none of them, is for all of them. */
function arrowsOf(root: string, file: string, sources: string, rooms: Record<string, readonly string[]>): string[] {
  const roomOf = (path: string): string => relative(join(root, sources), path).split(sep)[0] ?? '';
  const from = roomOf(join(root, file));
  const allowed = rooms[from];
  if (allowed === undefined) return [`${file}: ${from} is not in the table of scripts/check/rooms.ts`];
  return importsOf(join(root, file))
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => roomOf(resolve(root, dirname(file), specifier)))
    .filter((to) => to !== from && !allowed.includes(to) && (!to.endsWith('.ts') || to === 'index.ts'))
    .map((to) => `${file}: ${from} must not import ${to}`);
}

function wordsOf(root: string, file: string): string[] {
  if (!file.startsWith(LEDGER) || file.startsWith(TOLD_WHERE_FOUND)) return [];
  const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const literals = code.match(LITERAL) ?? [];
  return literals
    .filter((words) => SENTENCE.test(words))
    .map((words) => `${file}: the ledger holds no English: ${words}`);
}
