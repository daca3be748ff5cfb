/** A project small enough to read and broken enough to fix. */
export const OLD_VERSION = '2.1.0';

export const BROKEN_LINES = `    const [key, value] = line.split('=');
    result[key.trim()] = value.trim();`;

export const FIXED_LINES = `    const at = line.indexOf('=');
    const value = line.slice(at + 1).trim();
    result[line.slice(0, at).trim()] = value.replace(/^"(.*)"$/, '$1');`;

const PARSER = `/** Reads lines of the form: key = value */
export function parse(text) {
  const result = {};
  for (const line of text.split('\\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
${BROKEN_LINES}
  }
  return result;
}
`;

const TESTS = `import { parse } from '../src/parser.mjs';

const cases = [
  ['a plain value', 'name = parser', { name: 'parser' }],
  ['two lines', 'a = 1\\nb = 2', { a: '1', b: '2' }],
  ['comments and blank lines', '# hello\\n\\na = 1', { a: '1' }],
  ['a value with an equals sign', 'query = a=b', { query: 'a=b' }],
  ['a quoted value', 'title = "Hello"', { title: 'Hello' }],
];

let failed = 0;
for (const [name, text, expected] of cases) {
  await new Promise((done) => setTimeout(done, 150));
  const got = JSON.stringify(parse(text));
  const ok = got === JSON.stringify(expected);
  if (!ok) failed += 1;
  console.log(ok ? 'ok   ' + name : 'FAIL ' + name + ': ' + got);
}
console.log((cases.length - failed) + ' passed, ' + failed + ' failed');
process.exitCode = failed === 0 ? 0 : 1;
`;

const README = `# tiny-parser

Reads \`key = value\` lines.

## Use

    import { parse } from 'tiny-parser';
    parse('name = parser');
`;

const MANIFEST = `{
  "name": "tiny-parser",
  "version": "${OLD_VERSION}",
  "type": "module",
  "main": "src/parser.mjs",
  "scripts": { "test": "node test/run.mjs" }
}
`;

const REGISTRY = `{
  "package": "tiny-parser",
  "latest": "3.0.0-rc.1",
  "note": "reads quoted values"
}
`;

/** By their paths in the workspace. */
export const WORKSPACE_FILES: { readonly [path: string]: string } = {
  'README.md': README,
  'package.json': MANIFEST,
  'src/parser.mjs': PARSER,
  'test/run.mjs': TESTS,
  'registry/tiny-parser.json': REGISTRY,
};
