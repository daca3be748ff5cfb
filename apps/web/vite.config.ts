import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { lateFiles } from './late-files.ts';
import { leanReact } from './lean-react.ts';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Vite's own helper fetches the styles of late parts before them. Ours have none: all styles come with the first load. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: { filter: { id: /vite\/preload-helper/ }, handler: () => 'export const __vitePreload = (load) => load();' },
  // What it would be given is known only when all files are there.
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        chunk.code = chunk.code
          .replaceAll(/,(?:__vite__mapDeps\(\[[\d,]*\]\)|\[\]),import\.meta\.url\)/g, ')')
          .replace(/^const __vite__mapDeps=.*\n/, '');
      }
    },
  },
};

/** Only the lexer of marked is used, in one dialect; its one module makes a parser and a renderer when it is loaded, so that they would stay. */
const onlyLexer: Plugin = {
  name: 'only-lexer',
  transform: {
    filter: { id: /\/marked\.esm\.js$/ },
    handler: (code) =>
      code
        .replace(
          /var (\w+)=new \w+;function \w+\(\w+,\w+\)\{return \1\.parse\([^]*export\{[^]*?(\w+ as Lexer)[^]*/,
          'export{$2};',
        )
        .replaceAll(/this\.options\.(?:pedantic|breaks)\b/g, '!1')
        .replaceAll(/,(?:breaks:\w+,)?pedantic:\w+\}/g, '}'),
  },
};

// `--mode fixtures` builds the page that draws golden ledgers, for the tests; it is no part of what the server serves.
// oxlint-disable-next-line import/no-default-export -- vite reads the default export
export default defineConfig(({ mode }) => ({
  root: file('.'),
  // The server knows under which path the page is reached, and writes it into `index.html`.
  base: './',
  plugins: [react(), plainImports, onlyLexer, leanReact],
  build: {
    outDir: mode === 'fixtures' ? file('dist-fixtures') : file('dist'),
    emptyOutDir: true,
    target: 'es2023',
    // The page's policy allows scripts and styles from its own origin only: nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: file(mode === 'fixtures' ? 'fixtures.html' : 'index.html'),
      // Three files for all that the first load needs: in many small ones it is compressed worse. A thread comes with all that draws it.
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            {
              name: 'pages',
              test: /\/(?:composer|attach-limits|connection-notice|read-only-notice|menu-button|theme-button)\.tsx?$/,
            },
            { name: 'thread', test: /\/thread\/open-thread\.tsx$/ },
            ...lateFiles,
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': process.env['TOOLTHREAD_SERVER'] ?? 'http://127.0.0.1:4780' } },
}));
