import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proposalLines } from './proposal-lines.ts';
import { labelText, proposedArguments, proposedRuns } from './proposed-arguments.ts';

const shown = (text: string): string =>
  proposedRuns(text)
    .map((run) => run.text)
    .join('');

describe('[H2] what is proposed is told apart', () => {
  it('each argument by its name, words as themselves and data as JSON', () => {
    expect(proposedArguments('{"command":"ls\\n-l","network":true,"list":["a"]}')).toEqual([
      { name: 'command', text: 'ls\n-l', kind: 'words' },
      { name: 'network', text: 'true', kind: 'data' },
      { name: 'list', text: '[\n  "a"\n]', kind: 'data' },
    ]);
    expect(proposedArguments(' ')).toEqual([]);
    expect(proposedArguments('{}')).toEqual([]);
  });

  it.each([
    ['no JSON', '{"command":'],
    ['a list', '[1,2]'],
    ['a key that occurs twice', '{"command":"git status","command":"rm"}'],
    ['a key of the language', '{"__proto__":{"network":true},"command":"ls"}'],
    ['deeper than can be written', `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ])('%s is shown whole, as it was written', (_, proposed) => {
    expect(proposedArguments(proposed)).toEqual([{ name: undefined, text: proposed, kind: 'data' }]);
  });

  it('a hundred arguments are one piece of JSON', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, 'a\nk1: forged']));
    const [all, ...others] = proposedArguments(JSON.stringify(many));
    expect(others).toEqual([]);
    expect(all?.text).toContain('"k99": "a\\nk1: forged"');
  });
});

describe('[H2] [B.6 51] nothing in a value hides, pads or turns around', () => {
  it.each([
    ['300 newlines', `git status${'\n'.repeat(299)}rm -rf /`, 'git status\n⋯ 298 empty lines\nrm -rf /'],
    ['lines of spaces', `git status\n${' \t\u3000\n'.repeat(50)}rm`, 'git status\n⋯ 50 empty lines\nrm'],
    ['newlines before the words', `${'\n'.repeat(9)}rm`, '⋯ 9 empty lines\nrm'],
    ['newlines after them', `rm${'\n'.repeat(9)}`, 'rm\n⋯ 8 empty lines'],
    ['500 spaces', `git status${' '.repeat(500)}; rm`, 'git status⋯ 500 spaces; rm'],
    ['spaces of several kinds', `a${' \u00a0\u2003\t\u3000'.repeat(20)}b`, 'a⋯ 100 spaces'.concat('b')],
    ['a space that is none', 'rm\u00a0-rf\u3000x', 'rm⟨U+00A0⟩-rf⟨U+3000⟩x'],
    ['blanks of Braille and Hangul', 'a\u2800\u3164b', 'a⟨U+2800⟩⟨U+3164⟩b'],
    ['order turned around', 'a\u202egnp.exe', 'a⟨U+202E⟩gnp.exe'],
    ['a carriage return', 'rm -rf /\rgit status', 'rm -rf /␍git status'],
    ['a carriage return before a newline', 'ls\r\nrm', 'ls␍\nrm'],
    ['nothing', '', '(empty)'],
    ['only spaces', ' \n\t ', '(only 4 spaces)'],
  ])('%s', (_, text, drawn) => expect(shown(text)).toBe(drawn));

  it.each(['if (a) {\n\n  b();\n\n\n}', 'a b  c', '日本語 naïve 👩‍👩‍👧\n\tx'])('%j stays as it is', (text) => {
    expect(shown(text)).toBe(text);
  });

  it('two values that differ look different, but for spaces at the ends of lines and the number of newlines at the end', () => {
    const alike = (text: string): string => text.replace(/[\s\u2800]+(?=\n|$)/g, '').replace(/\s+$/, '');
    const unit = fc.constantFrom('a', ' ', '\n', '\t', '\u00a0', '\u200b', '\u202e', '\u3164', '\r', '\u0301');
    fc.assert(
      fc.property(fc.string({ unit }), fc.string({ unit }), (a, b) => {
        if (shown(a) === shown(b)) expect(alike(a)).toBe(alike(b));
      }),
      { examples: [['a b', 'a\u00a0b']] },
    );
  });

  it('a megabyte is drawn in time that follows its length', () => {
    const hostile = ['\n', ' ', '\u200b', 'a\n \n', '\u0301', '\u200d', '\u00a0'].map((unit) => unit.repeat(150_000));
    expect(hostile.every((text) => shown(text) !== '')).toBe(true);
  });
});

describe('[H2] where there is no box', () => {
  it('no line of a value can be taken for the name of an argument', () => {
    const forged = { description: 'x\n  command:\n    │ git status', command: 'rm', 'net\nwork': false };
    expect(proposalLines(JSON.stringify(forged))).toEqual([
      '  description:',
      '    │ x',
      '    │   command:',
      '    │     │ git status',
      '  command:',
      '    │ rm',
      '  net␊work:',
      '    │ false',
    ]);
  });

  it('a long value says how much more there is', () => {
    const lines = proposalLines(JSON.stringify({ content: Array.from({ length: 130 }, (_, n) => `${n}`).join('\n') }));
    expect(lines.at(-1)).toBe('    ⋯ 30 more lines');
  });

  it.each([
    [
      'q',
      'q ',
      'q\u2420',
      ' q',
      'q\u27e8U+0020\u27e9',
      '',
      ' ',
      '  ',
      '\u27e8empty\u27e9',
      '(empty)',
      '(only 1 space)',
    ],
    [
      'a b',
      'a  b',
      'a   b',
      'a\u00a0b',
      'a \u00a0b',
      'a\u2420b',
      'a\tb',
      'a\u2409b',
      'a\nb',
      'a\u240ab',
      'a\u0007b',
      'a\u2407b',
    ],
    [
      ' '.repeat(50),
      ' '.repeat(51),
      '\u22ef 50 spaces',
      '\u00a0'.repeat(50),
      `\u00a0${' '.repeat(49)}`,
      'a\u202eb',
      'a\u27e8U+202E\u27e9b',
    ],
  ])('[A9 6] two names are never drawn alike', (...names) => {
    const drawn = names.map((name) => labelText(name).replaceAll(/ +/g, ' ').trim());
    expect(new Set(drawn).size).toBe(names.length);
  });
  it('a name hides nothing', () => expect(labelText('a\u202e\u00a0\tb')).toBe('a⟨U+202E⟩⟨U+00A0⟩␉b'));
});
