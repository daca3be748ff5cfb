import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { InstalledProject } from './installed-project.ts';

/** As in a terminal in a project: its programs are found, the repository is not. */
export function inside(
  { folder }: InstalledProject,
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ stdout: string; stderr: string }> {
  const PATH = [join(folder, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  return promisify(execFile)(command, args, {
    cwd: folder,
    env: { ...process.env, HOME: folder, PATH, npm_config_update_notifier: 'false', ...env },
  });
}
