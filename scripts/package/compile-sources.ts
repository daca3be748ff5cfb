import { execFile } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix, sep } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';

/**
 * The compiler takes the types away and leaves the language as it is: at an older target TypeScript 7.0.2 writes a class with a
 * private static member that uses its own name wrongly. esbuild then writes what Node 20 does not know, such as `using`.
 */
const COMPILER = `--composite false --incremental false --emitDeclarationOnly false --declaration --target esnext
  --rewriteRelativeImportExtensions --inlineSourceMap --inlineSources --noCheck`.split(/\s+/);
const LANGUAGE = 'es2023';
const NO_CODE = 'export {};\n';

/** The sources of a package without its tests, as JavaScript with source maps, and declarations beside it; its data as it is. */
export async function compileSources(folder: string, to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  const emitted = mkdtempSync(join(to, '.emitted-'));
  try {
    await promisify(execFile)('tsc', ['-p', folder, ...COMPILER, '--outDir', emitted]);
    const files = globSync('**/*.{js,d.ts}', { cwd: join(emitted, 'src'), exclude: ['**/*.test.{js,d.ts}'] });
    await Promise.all(files.map((file) => writeBuilt(join(emitted, 'src'), file.replaceAll(sep, '/'), to)));
  } finally {
    rmSync(emitted, { recursive: true });
  }
  for (const file of globSync('**/*.json', { cwd: join(folder, 'src') }))
    copyFileSync(join(folder, 'src', file), join(to, file));
}

async function writeBuilt(emitted: string, file: string, to: string): Promise<void> {
  const text = readFileSync(join(emitted, file), 'utf8');
  const path = join(to, file);
  mkdirSync(dirname(path), { recursive: true });
  if (file.endsWith('.d.ts')) return writeFileSync(path, withBuiltImports(text));
  const { code, map } = await transform(text, { target: LANGUAGE, sourcemap: 'external', sourcefile: file });
  // Only types: there is nothing to map, and a map would hold the whole source.
  if (code === NO_CODE) return writeFileSync(path, code);
  writeFileSync(path, `${code}//# sourceMappingURL=${basename(file)}.map\n`);
  writeFileSync(
    `${path}.map`,
    JSON.stringify({ ...JSON.parse(map), sources: [sourceOf(file, JSON.parse(map).sources)] }),
  );
}

/** Where the source is in the repository, from the built file: no path of the machine that built it. */
function sourceOf(file: string, [source = file]: readonly string[]): string {
  const name = file.replace(/\.js$/, posix.extname(source));
  return posix.relative(posix.join('dist', posix.dirname(file)), posix.join('src', name));
}

/** The compiler leaves `./event.ts` in declarations, if an older one does not find `event.d.ts`. */
function withBuiltImports(declarations: string): string {
  return declarations.replace(/((?:from|import) ?\(?['"]\.[^'"\n]*)\.tsx?(?=['"])/g, '$1.js');
}
