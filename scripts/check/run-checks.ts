import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stop } from 'esbuild';
import { checkArrows } from './arrows.ts';
import { checkCatalogue } from './docs/check-catalogue.ts';
import { checkCodeBlocks } from './docs/check-code-blocks.ts';
import { checkDeadLinks } from './docs/check-dead-links.ts';
import { checkDecisions } from './docs/check-decisions.ts';
import { checkExampleFolders } from './docs/check-example-folders.ts';
import { checkFullFolders } from './full-folders.ts';
import { checkHardCodedWords } from './hard-coded-words.ts';
import { checkLaws } from './laws.ts';
import { checkLock } from './lock.ts';
import { checkLongFiles } from './long-files.ts';
import { checkNames } from './names.ts';
import { checkProjects } from './projects.ts';
import { checkPurity } from './purity.ts';
import { checkReached } from './reached.ts';
import { checkReference } from './reference.ts';
import { checkRepeatedGroups } from './repeated-groups.ts';
import { checkRooms } from './rooms.ts';
import { checkSizes } from './sizes.ts';
import { checkTree } from './tree.ts';
import { checkTwinFunctions } from './twin-functions.ts';
import { checkUnusedArrows } from './unused-arrows.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Each part gives what is wrong, one line for each; nothing is wrong with an empty list. */
const parts: Record<string, () => string[] | Promise<string[]>> = {
  types: () => run('tsc', '-b'),
  // Cycles between modules are a rule of the linter: import/no-cycle.
  'lint, cycles': () => run('oxlint'),
  format: () => run('oxfmt', '--check'),
  'dead exports': () => run('knip', '--treat-config-hints-as-errors'),
  projects: () => checkProjects(root),
  arrows: () => [...checkArrows(root), ...checkRooms(root), ...checkUnusedArrows(root)],
  purity: () => checkPurity(root),
  reached: () => checkReached(root),
  reference: () => checkReference(root),
  sizes: () => checkSizes(root),
  names: () => checkNames(root),
  'long files': () => checkLongFiles(root),
  patterns: () => checkRepeatedGroups(root),
  twins: () => checkTwinFunctions(root),
  folders: () => checkFullFolders(root),
  decisions: () => checkDecisions(root),
  laws: () => checkLaws(root),
  'the tree': () => checkTree(root),
  'lock file': () => checkLock(root),
  'code blocks': () => checkCodeBlocks(root),
  links: () => checkDeadLinks(root),
  examples: () => checkExampleFolders(root),
  catalogue: () => checkCatalogue(root),
  words: () => checkHardCodedWords(root),
};

export interface CheckCount {
  readonly passed: number;
  readonly failed: number;
}

/** Runs every part at once, prints a line for each as it ends, and the reason where it failed. */
export async function runChecks(): Promise<CheckCount> {
  const results = await Promise.all(
    Object.entries(parts).map(async ([name, part]) => {
      const start = performance.now();
      const problems = await Promise.try(part).catch((error: unknown) => [String(error)]);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      const ok = problems.length === 0;
      console.log([`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(12)} ${seconds} s`, ...problems].join('\n'));
      return ok;
    }),
  );
  // It serves every part, and would stay.
  await stop();
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

function run(command: string, ...args: string[]): Promise<string[]> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: root, maxBuffer: 64e6 }, (error, stdout, stderr) =>
      resolve(error === null ? [] : [`${stdout}${stderr}`.trim() || error.message]),
    );
  });
}
