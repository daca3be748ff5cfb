import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// `--mode fixtures` builds the page that draws golden ledgers, for the tests; it is no part of what the server serves.
// oxlint-disable-next-line import/no-default-export -- vite reads the default export
export default defineConfig(({ mode }) => ({
  root: file('.'),
  base: '/',
  plugins: [react()],
  build: {
    outDir: mode === 'fixtures' ? file('dist-fixtures') : file('dist'),
    emptyOutDir: true,
    target: 'es2023',
    // The page's policy allows scripts and styles from its own origin only: nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: file(mode === 'fixtures' ? 'fixtures.html' : 'index.html'),
      // One file for all that the first load needs: in many small ones it is compressed worse.
      output: {
        codeSplitting: {
          groups: [{ name: (id, graph) => (isFirst(id, (other) => graph.getModuleInfo(other)) ? 'first' : null) }],
        },
      },
    },
  },
  server: { proxy: { '/api': process.env['TOOLTHREAD_SERVER'] ?? 'http://127.0.0.1:4380' } },
}));

type ModuleInfoOf = (id: string) => { readonly isEntry: boolean; readonly importers: readonly string[] } | null;

/** What a package's index names, and only a dialog of the page uses. */
const LATER = /\/account-table\.tsx$/;

/** Whether the page itself needs it, and not only something that it loads later. */
function isFirst(id: string, infoOf: ModuleInfoOf, seen: Set<string> = new Set()): boolean {
  if (seen.has(id) || LATER.test(id)) return false;
  seen.add(id);
  const info = infoOf(id);
  return info !== null && (info.isEntry || info.importers.some((importer) => isFirst(importer, infoOf, seen)));
}
