/**
 * The HTML writer is made of the page's own parts, which Node cannot load as they are. A published package holds it bundled; in the
 * repository it is bundled when it is first needed, and again when a source is newer.
 */
import { existsSync, globSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { HtmlHead, HtmlInPieces } from '@toolthread/react/export';

type WriteHtml = (head: HtmlHead) => HtmlInPieces;

const BUNDLE = join(import.meta.dirname, '../../dist/html-writer.cjs');
const REACT = join(import.meta.dirname, '../../../../packages/react');

/** `(await htmlWriter())({ title: 'Parser' }).start` */
export async function htmlWriter(): Promise<WriteHtml> {
  if (existsSync(REACT) && builtAt() < newestSource()) await bundle();
  const { write }: { readonly write: WriteHtml } = createRequire(import.meta.url)(BUNDLE);
  return write;
}

function builtAt(): number {
  return statSync(BUNDLE, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function newestSource(): number {
  const files = globSync(['{core,react}/src/**/*.{ts,tsx,css}', '../package-lock.json'], { cwd: join(REACT, '..') });
  const paths = [import.meta.filename, ...files.map((file) => join(REACT, '..', file))];
  return Math.max(...paths.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}

/** One file with React in it; the styles are bundled first, and go in as text. */
async function bundle(): Promise<void> {
  const { build } = await import('esbuild');
  const styles = await build({
    entryPoints: [join(REACT, 'src/styles/index.css')],
    bundle: true,
    minify: true,
    write: false,
    logLevel: 'error',
  });
  await build({
    stdin: {
      contents: `import { htmlInPieces } from '@toolthread/react/export';
export const write = (head) => htmlInPieces(head, { styles: STYLES });`,
      resolveDir: import.meta.dirname,
    },
    define: { STYLES: JSON.stringify(styles.outputFiles[0]?.text ?? ''), 'process.env.NODE_ENV': '"production"' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    jsx: 'automatic',
    // A page loads the colours for code when they are needed. An exported file has no colours for code.
    external: ['highlight.js/*'],
    outfile: BUNDLE,
    logLevel: 'error',
  });
}
