import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** Draws a text whole, as the export does. */
export type DrawMarkdown = (text: string) => string;

/** The parts are written in JSX, which Node does not read: they are bundled first. */
export async function drawMarkdown(): Promise<DrawMarkdown> {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-bench-'));
  try {
    const outfile = join(folder, 'draw.mjs');
    await build({
      entryPoints: [join(import.meta.dirname, 'draw.ts')],
      bundle: true,
      format: 'esm',
      platform: 'node',
      jsx: 'automatic',
      outfile,
      define: { 'process.env.NODE_ENV': '"production"' },
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      logLevel: 'error',
    });
    const { draw }: { draw: DrawMarkdown } = await import(pathToFileURL(outfile).href);
    return draw;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
