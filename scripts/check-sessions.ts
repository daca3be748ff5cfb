/**
 * Whether the readers agree with a second reading on real files, and providers take what is exported of them:
 * `npm exec -- node scripts/check-sessions.ts FOLDER`. The folder has an `expected.json`: by file, counts that another program made.
 */
import { spawnSync } from 'node:child_process';
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
const { status } = spawnSync('npm', ['exec', '--', 'vitest', 'run', ...TESTS], {
  cwd: ROOT,
  env: { ...process.env, TOOLTHREAD_TRANSCRIPTS: resolve(folder) },
  stdio: 'inherit',
});
process.exit(status ?? 1);
