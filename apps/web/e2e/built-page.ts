import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = new Map<string, Promise<string>>();

/** The folder of the page as it is now, built once in a test run. `fixtures` is the page that draws any ledger. */
export function builtPage(mode: 'production' | 'fixtures' = 'production'): Promise<string> {
  const folder = built.get(mode) ?? buildPage(mode);
  built.set(mode, folder);
  return folder;
}

async function buildPage(mode: string): Promise<string> {
  await build({ root, mode, configFile: `${root}vite.config.ts`, logLevel: 'warn' });
  return `${root}${mode === 'fixtures' ? 'dist-fixtures' : 'dist'}`;
}
