import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const CLI = join(import.meta.dirname, '../../../apps/cli/src/main.ts');

/** Milliseconds of the program as it is run, with the time that a process takes to start. */
export function listHome(home: string, files: number): number {
  const start = performance.now();
  const env = { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, '.cache'), XDG_DATA_HOME: join(home, '.data') };
  const { stdout } = spawnSync(process.execPath, [CLI, 'sessions', '--json'], {
    env,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const found = stdout.split('\n').length - 1;
  if (found !== files) throw new Error(`listed ${found} of ${files} sessions`);
  return performance.now() - start;
}
