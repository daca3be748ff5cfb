import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '@toolthread/core/json';
import { speedChart } from './speed-chart.ts';
import { WORKSPACE_FILES } from './workspace-files.ts';

/**
 * Writes the scratch project of the demo. What is there already stays as it is.
 *
 * @example
 * import { existsSync } from 'node:fs';
 * const folder = exampleFolder();
 * await prepareDemoWorkspace(folder);
 * existsSync(`${folder}/package.json`); //=> true
 */
export async function prepareDemoWorkspace(folder: string): Promise<void> {
  const files = Object.entries({ ...WORKSPACE_FILES, 'docs/speed.png': speedChart() });
  for (const [name, content] of files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content, { flag: 'wx' }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  }
}
