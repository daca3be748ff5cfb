import { plainText } from '@toolthread/core/text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Redactor } from './redactor.ts';

const SECRET = 'hunter2-Kq9Zx7-secret';
const redactor = new Redactor([SECRET]);

function shown(pieces: readonly string[]): string {
  const stream = redactor.stream('terminal');
  return pieces.map((piece) => stream.push(piece)).join('') + stream.end();
}

const back = (count: number): string => '\b'.repeat(count);

describe('[M1] what a terminal shows while a command runs', () => {
  test.each([
    ['a letter', 'Q\b'],
    ['two letters', 'QW\b\b'],
    ['what is taken back with a blank', 'Q\b \b'],
    ['what is erased', 'QZZ\b\b\b\u001b[K'],
    ['a letter of two halves', '\u{1f600}\b'],
  ])('has no secret in it: %s is written over in it', (_, wrong) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: SECRET.length - 1 }),
        fc.constantFrom('', 'The key is ', 'a\n'),
        fc.constantFrom('', '\n', ' and more\nof it'),
        fc.nat({ max: 30 }),
        (at, before, after, cut) => {
          const text = before + SECRET.slice(0, at) + wrong + SECRET.slice(at) + after;
          const whole = shown([text.slice(0, cut), text.slice(cut)]);
          expect(whole).toBe(`${before}[redacted]${/\n[^]*$/.exec(after)?.[0] ?? ''}`);
          expect(shown([...text])).toBe(whole);
        },
      ),
      { numRuns: 40 },
    );
  });

  test.each([
    ['a letter', 'Q\b'],
    ['two letters', 'QW\b\b'],
    ['three letters', 'QWE\b\b\b'],
    ['what is taken back with a blank', 'Q\b \b'],
  ])('has at most the first letters of a secret: %s is written over after them', (_, wrong) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom('', 'The key is ', 'a\n', 'b\bb '),
        fc.constantFrom('', '\n', ' and more\nof it'),
        fc.nat({ max: 30 }),
        (at, before, after, cut) => {
          const text = before + SECRET.slice(0, at) + wrong + SECRET.slice(at) + after;
          const whole = shown([text.slice(0, cut), text.slice(cut)]);
          expect(whole).not.toMatch(/Kq9|secret/);
          expect(plainText(whole)).toMatch(/\[redacted\]/);
          expect(whole.endsWith(after)).toBe(true);
          expect(shown([...text])).toBe(whole);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('what was shown of another text is not before it', () => {
    const stream = redactor.stream('terminal');
    expect(stream.push('hu') + stream.end()).toBe('hu');
    const rest = `Q\b${SECRET.slice(2)}\n`;
    expect(stream.push(rest) + stream.end()).toBe(rest);
  });

  test.each([
    ['its end', SECRET.slice(0, 12) + 'xyz' + back(3) + SECRET.slice(12)],
    ['all of it but the beginning', `${SECRET.slice(0, 9)}${'x'.repeat(12)}${back(12)}${SECRET.slice(9)}`],
    ['its line', `${SECRET.slice(0, 9)}wrong\r${SECRET}`],
  ])('has no secret in it: %s is written over', (_, text) => {
    const live = shown([...text]);
    expect([plainText(live), live]).not.toContainEqual(expect.stringMatching(/Kq9|secret/));
  });

  test('waits for nothing but the end of a line in which a secret may be', () => {
    const stream = redactor.stream('terminal');
    expect(stream.push('hunter and ')).toBe('');
    expect(stream.push('dogs\n')).toBe('hunter and dogs\n');
  });
});

describe('[M1] what is drawn over by a secret, and is the beginning of it', () => {
  test.each([
    ['from the start of the line', () => '\r'],
    ['from there, erased', () => '\u001b[2K\r'],
    ['from there, by its column', () => '\u001b[G'],
    ['by going back', back],
  ])('is not in a result either: %s', async (_, over) => {
    for (let at = 4; at < SECRET.length; at += 1) {
      const text = `a\n${SECRET.slice(0, at)}${over(at)}${SECRET}\nb`;
      expect(redactor.text(text)).toBe('a\n[redacted]\nb');
      expect(await redactor.longText('x\n'.repeat(40_000) + text)).toBe(`${'x\n'.repeat(40_000)}a\n[redacted]\nb`);
    }
  });
});
