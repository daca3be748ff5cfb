import { expect, test } from 'vitest';
import { tempTree } from './sources/temp-tree.ts';
import { checkTwinFunctions } from './twin-functions.ts';

const end = `function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\\n', from);
  return end === -1 ? text.length : end;
}
`;
/** The same with other words for its own things, other types, a comment, and as something that others use. */
const twin = `export function endOfLine(line: Line, start: Place) {
  // Where it ends.
  const newline = line.indexOf('\\n', start); return newline === -1 ? line.length : newline;
}
`;
const method = `class Lines {
  #end(text: string, from: number): number {
    const end = text.indexOf('\\n', from);
    return end === -1 ? text.length : end;
  }
}
`;
const problems = (second: string, allowed: Record<string, string> = {}): string[] =>
  checkTwinFunctions(tempTree({ 'packages/a/src/one.ts': end, 'apps/b/src/two.ts': second }), allowed);

test('a rule that stands twice is found, whatever its own things are called, as a method too', () => {
  expect(problems(twin)).toEqual([
    'apps/b/src/two.ts: endOfLine = packages/a/src/one.ts: lineEnd: make it one function',
  ]);
  expect(problems(method)).toEqual(['apps/b/src/two.ts: end = packages/a/src/one.ts: lineEnd: make it one function']);
});

test('another text, another function that is called, or a few words are another rule', () => {
  expect(problems(twin.replaceAll('\\n', '\\r'))).toEqual([]);
  expect(problems(twin.replace('.indexOf', '.lastIndexOf'))).toEqual([]);
  expect(problems('function lineEnd(text: string): number { return text.length; }\n'.repeat(2))).toEqual([]);
});

test('what stands twice for a reason is in a list, as long as it does', () => {
  const name = 'apps/b/src/two.ts: endOfLine = packages/a/src/one.ts: lineEnd';
  expect(problems(twin, { [name]: 'why' })).toEqual([]);
  expect(problems('', { [name]: 'why' })).toEqual([`${name}: they differ now; take it out of the list`]);
});
