/**
 * Whether the readers agree with a second reading on real files, and providers take what is exported of them:
 * `npm exec -- node scripts/check-sessions.ts FOLDER`. The folder has an `expected.json`: by file, counts that another program made.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const TESTS = ['packages/transcripts/src/real-files.test.ts', 'apps/cli/src/export/real-files.test.ts'];

const folder = process.argv[2];
if (folder === undefined) {
  process.stderr.write('Give a folder of transcripts: npm exec -- node scripts/check-sessions.ts FOLDER\n');
  process.exit(1);
}
const { status } = spawnSync('npm', ['exec', '--', 'vitest', 'run', ...TESTS], {
  cwd: ROOT,
  env: { ...process.env, TOOLTHREAD_TRANSCRIPTS: resolve(folder) },
  stdio: 'inherit',
});
process.exit(status ?? 1);
