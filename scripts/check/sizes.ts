import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { doorsOf } from './sources/doors-of.ts';

/** One line for each public entry that is larger than `size-limits.json` allows, has no limit, or does not bundle. */
export async function checkSizes(root: string): Promise<string[]> {
  const limits: Record<string, number> = JSON.parse(readFileSync(join(root, 'size-limits.json'), 'utf8'));
  const entries = new Map(doorsOf(root).map(({ name, file }) => [name, file]));
  // Tarballs are weighed when they are packed: `scripts/package/package-problems.ts`.
  const unknown = Object.keys(limits).filter((name) => !entries.has(name) && !name.endsWith('.tgz'));
  const problems = await Promise.all(Array.from(entries, ([name, file]) => checkEntry(name, file, limits[name])));
  return [...unknown.map((name) => `size-limits.json: ${name} is not a public entry`), ...problems.flat()];
}

async function checkEntry(name: string, file: string, limit: number | undefined): Promise<string[]> {
  if (!existsSync(file)) return [`${name}: its source is missing`];
  const size = await gzippedSize(file);
  if (limit === undefined) return [`${name}: ${size} bytes, and no limit in size-limits.json`];
  return size > limit ? [`${name}: ${size} bytes minified and gzipped, limit ${limit}`] : [];
}

/** Of the entry's own code: what it imports from other packages counts there. */
async function gzippedSize(file: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    jsx: 'automatic',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
}
