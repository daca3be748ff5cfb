/**
 * Whether the readers agree with a second reading on real files, and providers take what is exported of them:
 * `npm exec -- node scripts/check-sessions.ts FOLDER`. The folder has an `expected.json`: by file, counts that another program made.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { scriptArguments } from './script-options.ts';

const ROOT = join(import.meta.dirname, '..');
const TESTS = ['packages/transcripts/src/real-files.test.ts', 'apps/cli/src/export/real-files.test.ts'];

const USAGE = 'npm exec -- node scripts/check-sessions.ts FOLDER';
const [folder] = scriptArguments(USAGE, {}).positionals;
if (folder === undefined) {
  process.stderr.write(`Give a folder of transcripts.

${USAGE}
`);
  process.exit(2);
}
const without = problemOf(join(folder, 'expected.json'));
if (without !== undefined) {
  process.stderr.write(`${without}\n`);
  process.exit(1);
}
const { status } = spawnSync('npm', ['exec', '--', 'vitest', 'run', ...TESTS], {
  cwd: ROOT,
  env: { ...process.env, TOOLTHREAD_TRANSCRIPTS: resolve(folder) },
  stdio: 'inherit',
});
process.exit(status ?? 1);

/** Without files to look at, nothing would be tested, and all would look well. */
function problemOf(path: string): string | undefined {
  try {
    const files: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const isSome = typeof files === 'object' && files !== null && Object.keys(files).length > 0;
    return isSome ? undefined : `${path} names no file: nothing would be tested.`;
  } catch (error) {
    return `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}
