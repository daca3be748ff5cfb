/** The styles as a page gets them. */
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

async function bundled(name: string): Promise<string> {
  const entryPoints = [`${import.meta.dirname}/${name}`];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, minify: true });
  return outputFiles[0]?.text ?? '';
}

test('every rule is about a part, and none about a page', async () => {
  const styles = await bundled('unlayered.css');
  const selectors = Array.from(styles.matchAll(/(?<=^|[{}])[^{}@]+(?=\{)/g), ([selector]) => selector);
  expect(selectors.length).toBeGreaterThan(200);
  const isStep = (selector: string): boolean => /^(to|from|\d+%)$/.test(selector);
  const foreign = selectors
    .flatMap((selector) => selector.split(/,(?![^(]*\))/))
    .filter((selector) => !/^(:where\(|:is\()?\.tt-/.test(selector) && !isStep(selector));
  expect(foreign).toEqual([]);
  expect(Array.from(styles.matchAll(/@keyframes ([\w-]+)/g), ([, name]) => name)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^tt-/)]),
  );
});

test('all of it is in the layer toolthread', async () => {
  const styles = await bundled('index.css');
  const layers = Array.from(styles.matchAll(/@layer ([^{;]+)/g), ([, names = '']) => names.split(','));
  expect(new Set(layers.flat().map((name) => name.split('.')[0]))).toEqual(new Set(['toolthread']));
  expect(styles).not.toMatch(/:root|(^|[},])(html|body)\b/);
});

test('both have the same files in the same order', () => {
  const imports = (name: string): string[] =>
    Array.from(
      readFileSync(`${import.meta.dirname}/${name}`, 'utf8').matchAll(/@import '([^']+)'/g),
      ([, file = '']) => file,
    );
  expect(imports('unlayered.css')).toEqual(imports('index.css'));
});

test('the custom properties that a page may set are listed in the README', () => {
  const [tokens, readme] = ['tokens.css', '../../README.md'].map((name) =>
    readFileSync(`${import.meta.dirname}/${name}`, 'utf8'),
  );
  const known = Array.from((tokens ?? '').matchAll(/^ {2}(--tt-[\w-]+):/gm), ([, name = '']) => name);
  const said = Array.from((readme ?? '').matchAll(/--tt-[\w-]+/g), ([name]) => name);
  const ansi = (name: string): boolean => /--tt-ansi-\d/.test(name);
  expect(known.filter((name) => !ansi(name) && !said.includes(name))).toEqual([]);
  expect(said.filter((name) => !ansi(name) && !known.includes(name))).toEqual([]);
});
