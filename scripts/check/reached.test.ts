import { expect, test } from 'vitest';
import { checkReached } from './reached.ts';
import { tempTree } from './sources/temp-tree.ts';

const manifest = {
  name: '@toolthread/core',
  exports: { '.': './src/index.ts', './text': './src/text.ts', './testing': './test/index.ts' },
};

function tree(main: string, files: Record<string, string> = {}): string {
  return tempTree({
    'packages/core/package.json': manifest,
    'packages/core/src/index.ts': "export { draw, Pen } from './draw.ts';\nexport type { Ink } from './draw.ts';",
    'packages/core/src/draw.ts':
      "import { trim } from './text.ts';\nexport interface Ink {}\nexport function draw() { return trim(''); }\nexport class Pen {}\n",
    'packages/core/src/text.ts': 'export const trim = (text: string) => text;',
    'packages/core/test/index.ts': 'export function sample() {}',
    'apps/cli/src/main.ts': main,
    ...files,
  });
}

test('what is called, directly or by something that is, passes', () => {
  expect(checkReached(tree("import { draw, Pen } from '@toolthread/core';\ndraw(new Pen());"), {})).toEqual([]);
});

test('what is only exported, imported as a type, or used by a test is found', () => {
  const root = tree("import { draw } from '@toolthread/core';\nimport type { Pen } from '@toolthread/core';\ndraw();", {
    'packages/core/src/draw.test.ts': "import { Pen } from './draw.ts';\nnew Pen();",
  });
  expect(checkReached(root, {})).toEqual(['@toolthread/core: Pen is public, and the program never calls it']);
});

test('a function that nobody calls reaches nothing', () => {
  expect(
    checkReached(tree("import { draw } from '@toolthread/core';\nfunction unused() { draw(); }\nconsole.log(1);"), {}),
  ).toEqual([
    '@toolthread/core: Pen is public, and the program never calls it',
    '@toolthread/core: draw is public, and the program never calls it',
    '@toolthread/core/text: trim is public, and the program never calls it',
  ]);
});

test.each([
  ['import()', "const { draw, Pen } = await import('@toolthread/core');\ndraw(new Pen());"],
  ['import *', "import * as core from '@toolthread/core';\ncore.draw();"],
  ['a side effect', "import './work.ts';"],
])('%s is followed', (_name, main) => {
  const work = "import { draw, Pen } from '@toolthread/core';\ndraw(new Pen());";
  expect(checkReached(tree(main, { 'apps/cli/src/work.ts': work }), {})).toEqual([]);
});

test('an entry point that does not name what it exports is found', () => {
  const index = "export * from './draw.ts';";
  const root = tree("import { draw, Pen } from '@toolthread/core';\ndraw(new Pen());", {
    'packages/core/src/index.ts': index,
  });
  expect(checkReached(root, {})).toEqual(['@toolthread/core exports all of a module: name what is public']);
});

test('a reason excuses a name, until it is called or gone', () => {
  const called = tree("import { draw } from '@toolthread/core';\ndraw();");
  expect(checkReached(called, { '@toolthread/core: Pen': 'why' })).toEqual([]);
  expect(
    checkReached(called, {
      '@toolthread/core: Pen': 'why',
      '@toolthread/core: draw': 'why',
      '@toolthread/core: gone': 'why',
    }),
  ).toEqual([
    '@toolthread/core: draw is called: take it out of for-embedders.ts',
    '@toolthread/core: gone is not exported: take it out of for-embedders.ts',
  ]);
});
