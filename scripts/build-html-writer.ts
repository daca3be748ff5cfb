/** `node scripts/build-html-writer.ts FILE` bundles the HTML writer of the command, if its sources are newer than the file. */
import { globSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const [file = join(root, 'apps/cli/dist/html-writer.cjs')] = process.argv.slice(2);
const sources = ['packages/{core,react}/src/**/*.{ts,tsx,css}', 'scripts/build-html-writer.ts', 'package-lock.json'];

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = Math.max(...globSync(sources, { cwd: root }).map((path) => changedAt(join(root, path))));
if (changedAt(file) < newest) await bundle();

/** One file with React in it; the styles are bundled first, and go in as text. */
async function bundle(): Promise<void> {
  const styles = await build({
    entryPoints: [join(root, 'packages/react/src/styles/index.css')],
    bundle: true,
    minify: true,
    write: false,
    logLevel: 'error',
  });
  // Another process may be reading the old one.
  const unfinished = `${file}.${process.pid}`;
  await build({
    stdin: {
      contents: `import { htmlInPieces, loadHighlight } from '@toolthread/react/export';
export const write = async (head) => htmlInPieces(head, { styles: STYLES, highlight: await loadHighlight() });`,
      resolveDir: root,
    },
    define: { STYLES: JSON.stringify(styles.outputFiles[0]?.text ?? ''), 'process.env.NODE_ENV': '"production"' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    jsx: 'automatic',
    outfile: unfinished,
    logLevel: 'error',
  });
  renameSync(unfinished, file);
}
