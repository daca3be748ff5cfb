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

test('[embedder] without layers too, what every part stands on gives way to the parts: no rule of it asks for more than one class', () => {
  const base = readFileSync(`${import.meta.dirname}/base.css`, 'utf8');
  // What is in a `:where` asks for nothing.
  const selectors = Array.from(base.matchAll(/^[^\s@}/*][^{]*(?= \{$)/gm), ([selector]) =>
    selector.replace(/:where\((?:[^()]|\([^()]*\))*\)/g, '').split(/,\s*/),
  ).flat();
  expect(selectors.length).toBeGreaterThan(20);
  const classes = (selector: string): number => selector.match(/\.[\w-]+|\[|(?<!:):(?!:)[\w-]+/g)?.length ?? 0;
  expect(selectors.filter((selector) => classes(selector) > 1)).toEqual([]);
});

test('[embedder] bullets, numbers and underlines of Markdown survive the reset of a page', () => {
  const markdown = readFileSync(`${import.meta.dirname}/markdown.css`, 'utf8');
  for (const [selector, rule] of [
    ['ul', 'list-style: disc'],
    ['ol', 'list-style: decimal'],
    ['a', 'text-decoration-line: underline'],
  ]) {
    expect(markdown).toMatch(new RegExp(`^\\.tt-markdown ${selector} \\{[^}]*${rule};`, 'm'));
  }
});

test('what stands in the details of a call breaks anywhere: a long name of a tool does not widen a narrow page', () => {
  const details = readFileSync(`${import.meta.dirname}/details.css`, 'utf8');
  for (const part of ['field', 'details-foot', 'json-leaf'])
    expect(details).toMatch(new RegExp(`^\\.tt-${part} \\{[^}]*overflow-wrap: anywhere;`, 'm'));
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

test('[issue 13] whatever moves stands still for those who asked for less motion', async () => {
  const styles = await bundled('unlayered.css');
  const still = Array.from(styles.matchAll(/@media ?\(prefers-reduced-motion: ?reduce\)\{((?:[^{}]*\{[^{}]*\})*)\}/g));
  const stopped = still.flatMap(([, rules = '']) => selectorsOf(rules, /(?:animation|transition):none/));
  const moving = selectorsOf(styles, /(?:animation|transition):(?!none)/);
  expect(moving.length).toBeGreaterThan(1);
  expect(moving.filter((selector) => !stopped.includes(selector))).toEqual([]);
});

/** Of the rules that say such a thing. */
function selectorsOf(styles: string, says: RegExp): readonly string[] {
  return Array.from(styles.matchAll(/([^{}]+)\{([^{}]*)\}/g)).flatMap(([, selector = '', rule = '']) =>
    says.test(rule) ? selector.split(',') : [],
  );
}
