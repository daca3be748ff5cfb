import { expect, test } from 'vitest';
import { withoutNumbers } from './code-text.tsx';
import { linesOf } from './use-coloured-lines.ts';
import { fileEnding } from './file-ending.ts';

test.each([
  ['     1→let a;\n     2→let b;', ['     1→', '     2→'], 'let a;\nlet b;'],
  ['1\tlet a;\n2\t\n', ['1\t', '2\t', ''], 'let a;\n\n'],
  // A table that begins with a number is no numbered file.
  ['1\tone\ntwo', undefined, '1\tone\ntwo'],
  ['let a;', undefined, 'let a;'],
])('the numbers of %j stand apart from its code, and nothing is lost', (text, numbers, code) => {
  expect(withoutNumbers(text)).toEqual({ numbers, code });
});

test('what goes on over several lines is a piece in each of them', () => {
  const comment = { scope: 'comment', spans: ['/* a\n', { scope: 'doctag', spans: ['@b'] }, '\n\n*/'] };
  expect(linesOf(['x ', comment, ';\ny'])).toEqual([
    ['x ', { scope: 'comment', spans: ['/* a'] }],
    [{ scope: 'comment', spans: [{ scope: 'doctag', spans: ['@b'] }] }],
    [],
    [{ scope: 'comment', spans: ['*/'] }, ';'],
    ['y'],
  ]);
});

test('a file is known by how its name ends', () => {
  expect(['src/lint.ts', 'C:\\a\\B.PY', 'src.d/Makefile', 'a/.bashrc', ''].map(fileEnding)).toEqual([
    'ts',
    'PY',
    'Makefile',
    'bashrc',
    '',
  ]);
});
