import { isPublished, type Manifest } from '../check/sources/manifest.ts';

/** What a `package.json` says in the registry: of built files, and with the one version that all packages have. */
export interface PublishedManifest extends Omit<Manifest, 'exports' | 'devDependencies' | 'private'> {
  readonly version: string;
  readonly exports: Record<string, string | { readonly types: string; readonly default: string }>;
  readonly files: readonly string[];
  /** Of a program: it is whole without them in a registry, and they have its version. */
  readonly bundleDependencies?: readonly string[];
  readonly publishConfig: { readonly access: 'public' };
}

/** `publishedManifest({ name: '@toolthread/core', exports: { '.': './src/index.ts' } }, '1.0.0').exports` leads to `./dist/index.js`. */
export function publishedManifest(manifest: Manifest, version: string): PublishedManifest {
  const { exports = {}, bin, dependencies, devDependencies: _, private: _private, ...said } = manifest;
  return {
    ...said,
    version,
    ...(bin === undefined
      ? {}
      : { bin: mapped(bin, builtFile), bundleDependencies: Object.keys(dependencies ?? {}).filter(isOurs) }),
    exports: Object.fromEntries(
      Object.entries(exports)
        .filter(([path]) => isPublished(path, manifest))
        .map(([path, source]) => [path, builtDoor(source)]),
    ),
    files: ['dist'],
    ...(dependencies === undefined ? {} : { dependencies: ofVersion(dependencies, version) }),
    publishConfig: { access: 'public' },
  };
}

/**
 * The same in the tarball of a program. It asks for nothing: in a global installation npm takes what a bundled package asks for to be in the
 * bundle, whoever else asks for it, and leaves its folder empty.
 */
export function bundledManifest(manifest: Manifest): Manifest {
  const { dependencies: _, peerDependencies: _peers, peerDependenciesMeta: _meta, ...said } = manifest;
  return said;
}

function builtDoor(source: string): string | { types: string; default: string } {
  const file = builtFile(source);
  if (file.endsWith('.css')) return { types: `${file}.d.ts`, default: file };
  return file.endsWith('.js') ? { types: file.replace(/\.js$/, '.d.ts'), default: file } : file;
}

/** `./src/main.ts` is `./dist/main.js`, the entry point for tests in whatever folder `./dist/testing/index.js`; what is no source stays what it is. */
function builtFile(source: string): string {
  const built = source.replace(/^\.\/src\//, './dist/').replace(/^\.\/test\/(?:.*\/)?/, './dist/testing/');
  return built.replace(/\.tsx?$/, '.js');
}

/** `@toolthread/core`, and not `toolthread`, which nobody depends on. */
export function isOurs(name: string): boolean {
  return name.startsWith('@toolthread/');
}

function ofVersion(dependencies: Record<string, string>, version: string): Record<string, string> {
  const entries = Object.entries(dependencies);
  return Object.fromEntries(entries.map(([name, range]) => [name, isOurs(name) ? version : range]));
}

function mapped(record: Record<string, string>, change: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
