import { expect, test } from 'vitest';
import { rendererProblem } from './renderer-problem.ts';

test.each([
  ['', 'it is empty'],
  [' \n', 'it is empty'],
  ['export const = 1;', 'line 1: SyntaxError'],
  ['export default (\n', 'SyntaxError'],
  ["import { z } from 'zod';\nexport default () => z;", '"zod"'],
  ["import 'react';", '"react"'],
  ["import {\n  a,\n} from './beside.js';\nexport default a;", '"./beside.js"'],
  ["export * from 'other';", '"other"'],
])('[embedder] %j cannot be used, and why is said', (text, why) => {
  expect(rendererProblem(text)).toContain(why);
});

test.each([
  'export default ({ rendererFor }) => [];',
  "// import { z } from 'zod';\nexport default () => [];",
  "/*\nimport { z } from 'zod';\n*/\nexport default () => [];",
  "import { z } from 'https://example.org/zod.js';\nexport default () => [z];",
  "export const name = 'a';",
  "export default ({ a = 'b' }) => [a];",
  "throw new Error('in the page only');",
])('[embedder] nothing speaks against %j, and it is not run', (text) => {
  expect(rendererProblem(text)).toBeUndefined();
});
