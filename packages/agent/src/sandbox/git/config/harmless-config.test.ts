import { expect, test } from 'vitest';
import { settingsIn } from './harmless-config.ts';
import { shellWords } from './shell-words.ts';

const LONG = 'x'.repeat(5_500_000);

test('a configuration is read as git reads it: quotes, escapes, comments, lines that go on', () => {
  const text = `[core]\n\tpager = "less # -R" ; or more\n[filter "a \\" ] b"] clean = one \\\n two\n[broken "x\nsmudge = "open\n`;
  expect(settingsIn(text)).toEqual([
    { key: 'core.pager', value: 'less # -R' },
    { key: 'filter.clean', value: 'one  two' },
    { key: 'filter.broken', value: '' },
    { key: 'filter.x', value: '' },
    { key: 'filter.smudge', value: '' },
    { key: 'filter.open', value: '' },
  ]);
});

test('what stands behind something very long is read, too', () => {
  for (const before of [`a = ${LONG}`, `a = "${LONG}"`, `a = ${'\\"'.repeat(2_750_000)}`, `[b "${LONG}"]`, `# ${LONG}`])
    expect(settingsIn(`[core]\n${before}\n[core]\nfsmonitor = evil`).at(-1)).toEqual({
      key: 'core.fsmonitor',
      value: 'evil',
    });
});

test('words of a command are taken apart, however long they are', () => {
  expect(shellWords(`'/my tools/ed' --wait "a \\"b\\" c"d \\ e`)).toEqual(['/my tools/ed', '--wait', 'a "b" cd', ' e']);
  for (const word of [LONG, `"${LONG}"`, `'${LONG}'`])
    expect(shellWords(`${word} end`).map(({ length }) => length)).toEqual([LONG.length, 3]);
});
