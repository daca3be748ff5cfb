import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { readManifest } from './manifest.ts';

/** One line for each public entry that is larger than `size-limits.json` allows, or has no limit. */
export async function checkSizes(root: string): Promise<string[]> {
  const limits: Record<string, number> = JSON.parse(readFileSync(join(root, 'size-limits.json'), 'utf8'));
  const sizes = await measureSizes(root);
  const unknown = Object.keys(limits).filter((entry) => !(entry in sizes));

  return [
    ...unknown.map((entry) => `size-limits.json: ${entry} is not a public entry`),
    ...Object.entries(sizes).flatMap(([entry, size]) => {
      const limit = limits[entry];
      if (limit === undefined) return [`${entry}: ${size} bytes, and no limit in size-limits.json`];
      return size > limit ? [`${entry}: ${size} bytes minified and gzipped, limit ${limit}`] : [];
    }),
  ];
}

/** Bytes, minified and gzipped, of each public entry's own code: what it imports from other packages counts there. */
async function measureSizes(root: string): Promise<Record<string, number>> {
  const entries = globSync('packages/*/package.json', { cwd: root }).flatMap((file) => {
    const { name, exports = {} } = readManifest(root, dirname(file));
    return Object.entries(exports)
      .filter(([, target]) => /\.tsx?$/.test(target))
      .map(([path, target]) => ({ name: name + path.slice(1), file: join(root, dirname(file), target) }));
  });
  const sizes = await Promise.all(entries.map(async ({ name, file }) => [name, await gzippedSize(file)] as const));
  return Object.fromEntries(sizes);
}

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
