import { expect, it } from 'vitest';
import { bundledManifest, publishedManifest } from './published-manifest.ts';

it('a published manifest leads to built files, has the one version, and nothing that is for the repository', () => {
  const manifest = {
    name: '@toolthread/react',
    version: '0.0.0',
    bin: { draw: './src/main.ts' },
    exports: {
      '.': './src/index.ts',
      './part': './src/part.tsx',
      './styles.css': './src/styles/index.css',
      './testing': './test/index.ts',
      './package.json': './package.json',
    },
    dependencies: { '@toolthread/core': '0.0.0', marked: '18.2.0' },
    devDependencies: { vitest: '5.1.0' },
    peerDependencies: { react: '>=19' },
  };
  expect(publishedManifest(manifest, '1.2.3')).toEqual({
    name: '@toolthread/react',
    version: '1.2.3',
    bin: { draw: './dist/main.js' },
    bundleDependencies: ['@toolthread/core'],
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './part': { types: './dist/part.d.ts', default: './dist/part.js' },
      './styles.css': { types: './dist/styles/index.css.d.ts', default: './dist/styles/index.css' },
      './package.json': './package.json',
    },
    files: ['dist'],
    dependencies: { '@toolthread/core': '1.2.3', marked: '18.2.0' },
    peerDependencies: { react: '>=19' },
    publishConfig: { access: 'public' },
  });
});

it('an entry point for tests is published if the package says by a peer that vitest runs it', () => {
  const exports = { './testing': './test/contract/index.ts' };
  const manifest = { name: '@toolthread/store', version: '0.0.0', exports, peerDependencies: { vitest: '>=4' } };
  expect(publishedManifest(manifest, '1.2.3').exports).toEqual({
    './testing': { types: './dist/testing/index.d.ts', default: './dist/testing/index.js' },
  });
});

it('a package in the tarball of a program asks for nothing: npm would take that to be in the tarball, too', () => {
  const manifest = {
    name: '@toolthread/agent',
    version: '1.2.3',
    dependencies: { zod: '4.6.7' },
    peerDependencies: { x: '1' },
  };
  expect(bundledManifest(manifest)).toEqual({ name: '@toolthread/agent', version: '1.2.3' });
});
