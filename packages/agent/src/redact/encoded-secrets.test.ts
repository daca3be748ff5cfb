/** [M1] [B.6 47] A secret is found however it is written, whole and in pieces; ordinary texts stay as they are. */
import { plainText } from '@toolthread/core/text';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { base64, hexOf, LETTERS, LINES, numbersOf, SECRET, secrets, survives, WAYS } from '../../test/secret-ways.ts';
import { Redactor } from './redactor.ts';

const redactor = new Redactor(secrets);
const ALL = { ...WAYS, ...LETTERS, ...LINES };

describe('[M1] [B.6 47] however it is written', () => {
  it.each(Object.entries({ ...WAYS, ...LETTERS }))('%s', (_, write) => {
    for (const secret of secrets) {
      const written = write(secret);
      for (const [before, after] of [
        ['', ''],
        ['x = ', ' and more'],
        ['"', '"\n'],
      ]) {
        const shown = redactor.text(`${before}${written}${after}`);
        expect(shown).toContain('[redacted]');
        expect(plainText(shown)).not.toContain(secret);
        expect([secret, survives(shown, written), shown]).toEqual([secret, false, shown]);
      }
    }
  });

  it('as numbers, whatever sign sets them apart', () => {
    const signs = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)).filter(
      (one) => !/[\da-z]/i.test(one),
    );
    for (const apart of [...signs, '│', '·', '•', '→', '–', '😀', ' | ', ' / ', '~ ~', '"|"', '\r\n| ']) {
      for (const secret of secrets) {
        for (const numbers of numbersOf(secret)) {
          const written = numbers.join(apart);
          const shown = redactor.text(`a ${written} z`);
          expect([apart, shown, survives(shown, written)]).toEqual([apart, 'a [redacted] z', false]);
        }
      }
    }
  });

  it.each(Object.entries(LINES))('line by line: %s', (_, write) => {
    for (const secret of secrets) {
      for (let before = 0; before < 17; before += 1) {
        const written = write(`${'.'.repeat(before)}${secret}.`);
        for (const text of [written, `$ show it\n${written}\n`, written.replaceAll('\n', '\r\n')]) {
          const shown = redactor.text(text);
          expect([before, shown]).toEqual([before, expect.stringContaining('[redacted]')]);
          expect([survives(shown, write(secret).slice(24)), shown]).toEqual([false, shown]);
        }
      }
    }
  });

  it('with blanks in it, and letters of several bytes, in a dump', () => {
    for (const secret of ['my secret pass phrase', 'пароль und секрет']) {
      const [dumps, one] = [['hexdump -C', 'xxd', 'xxd of UTF-16', 'od -c'], new Redactor([secret])];
      for (const name of dumps)
        expect([name, one.text(LINES[name]?.(secret) ?? '')]).toEqual([name, expect.stringContaining('[redacted]')]);
    }
  });

  it('in pieces: the same as the whole, wherever it is cut', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.tuple(fc.constantFrom(...Object.values(ALL)), fc.constantFrom(...secrets)).map(([write, one]) => write(one)),
        fc
          .tuple(fc.constantFrom(...Object.values(ALL)), fc.constantFrom(...secrets), fc.nat(40))
          .map(([write, one, to]) => write(one).slice(0, to)),
        fc.string({ maxLength: 5 }),
        fc.constantFrom(
          '%',
          '\\',
          '&',
          '\\u00',
          '%7',
          '&#',
          '0',
          '0x',
          '\u001b[',
          '\u001b]',
          '\n',
          '\r\n',
          ', ',
          '=',
          'a',
          '7',
          '115,',
        ),
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(pieces, fc.array(fc.nat(400), { maxLength: 12 }), (texts, cuts) => {
        const text = texts.join('');
        const stream = redactor.stream();
        const places = [...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b);
        let shown = '';
        let from = 0;
        for (const place of places) {
          shown += stream.push(text.slice(from, place));
          from = place;
        }
        const whole = redactor.stream();
        expect(shown + stream.end()).toBe(whole.push(text) + whole.end());
      }),
      { numRuns: 3000 },
    );
  });

  it('hidden letters right behind a secret whose end may begin another one, wherever they are cut', () => {
    for (const first of secrets) {
      for (const second of secrets) {
        const hidden = encodeURIComponent(
          Array.from(second, (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join(''),
        );
        const text = `sk-\u009b${first}${hidden}`;
        const whole = redactor.text(text);
        for (let cut = 0; cut < Math.min(text.length, first.length + 40); cut += 1) {
          const stream = redactor.stream();
          expect(stream.push(text.slice(0, cut)) + stream.push(text.slice(cut)) + stream.end()).toBe(whole);
        }
      }
    }
  });

  it.each(Object.entries(ALL))('a character at a time: %s', (_, write) => {
    for (const secret of secrets) {
      const stream = redactor.stream();
      const written = `a\n${write(secret)}\nb`;
      let shown = '';
      for (let at = 0; at < written.length; at += 1) shown += stream.push(written.charAt(at));
      shown += stream.end();
      expect([survives(shown, write(secret)), shown]).toEqual([false, shown]);
    }
  });
});

describe('[M1] what a model will see', () => {
  const at = 7;
  it.each([
    [
      'written over from the start of the line',
      `${'x'.repeat(SECRET.length)}\r${SECRET.slice(0, at)}\r\u001b[${at}C${SECRET}`,
    ],
    ['by backspaces', `${SECRET.slice(0, at)}X\b${SECRET.slice(at)}`],
    ['by erasing', `nothing here\u001b[2K\u001b[G${SECRET.slice(0, at)}?\b${SECRET.slice(at)}`],
    ['in two halves', `${' '.repeat(at)}${SECRET.slice(at)}\r${SECRET.slice(0, at)}`],
  ])('%s', (_, text) => {
    expect(plainText(text)).toContain(SECRET);
    const shown = plainText(redactor.text(`a\n${text}\nb`));
    expect(shown).not.toContain(SECRET);
    expect(shown).toMatch(/^a\n\[redacted\].*\nb$/);
  });

  it('of any mixture of letters, controls and moves', () => {
    const secret = 'abcdefgh';
    const small = new Redactor([secret]);
    const piece = fc.constantFrom(
      'a',
      'b',
      'ab',
      'cd',
      'ef',
      'gh',
      'efgh',
      'abcd',
      '\b',
      '\r',
      '\u001b[K',
      '\u001b[m',
      '\u200b',
      'x',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (texts) => {
        expect(plainText(small.text(texts.join('')))).not.toContain(secret);
      }),
      { numRuns: 5000 },
    );
  });
});

test('[M1] in hex at the end of a text, when its last digit is a zero', () => {
  for (const secret of ['s3cret-keep', 'token-2030', 'aPPle-PIE-P'])
    expect(new Redactor([secret]).text(`key: ${hexOf(secret).join('')}`)).toBe('key: [redacted]');
});

test('[M1] blanks between words are kept where no secret is, and a secret with blanks is found without them', () => {
  const spaced = new Redactor(['correct horse battery', 'ab1 cd2 ef3']);
  for (const text of ['correct horse\n  bat', 'a b 1 c d', 'correct\n', ' \n\t '.repeat(30)])
    expect(spaced.text(text)).toBe(text);
  for (const text of ['correct horse battery', 'correcthorsebattery', 'correct\n  horse\n  battery', 'ab1cd2ef3'])
    expect(spaced.text(`< ${text} >`)).toBe('< [redacted] >');
});

test('[B.6 47] ordinary texts stay as they are, to the byte', () => {
  const ordinary = [
    'true',
    '1',
    '/home/me/project/src/index.ts',
    'export PATH=/usr/local/bin:$PATH',
    '\u001b[1;32m✓\u001b[0m 12 tests passed (1.2s)\r\n',
    '10%\r20%\r100%\n',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4',
    '00000000: 7f45 4c46 0201 0100 0000 0000 0000 0000  .ELF............',
    'https://example.org/a%20b?c=%C3%A9&amp;d=1',
    '{"a":"\\u00e9\\n\\"quoted\\"","b":[1,2,3,115,107,45]}',
    'commit 5f5b4139c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6',
    'sha512-9xKZ0pCw3bYyXbGf9w==',
    'sk-ant-',
    'ghp_',
    'password: ********',
  ];
  for (const text of ordinary) expect(redactor.text(text)).toBe(text);
  expect(redactor.text(ordinary.join('\n'))).toBe(ordinary.join('\n'));
});

describe('long secrets', () => {
  const lines = Array.from({ length: 12 }, (_, n) =>
    base64(`line ${n} of a private key, made for a test`).slice(0, 48),
  );
  const key = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n');
  const keeper = new Redactor([key, 'x1Y2'.repeat(100)]);

  it('a key of several lines is known by each of them, and its frame is no secret', () => {
    expect(keeper.text(lines[3] ?? '')).toBe('[redacted]');
    expect(keeper.text('-----BEGIN PRIVATE KEY-----')).toBe('-----BEGIN PRIVATE KEY-----');
    for (const line of lines) expect(keeper.text(JSON.stringify({ key }))).not.toContain(line);
  });

  it('a long line is known by its pieces', () => {
    expect(keeper.text('x1Y2'.repeat(100))).toMatch(/^(?:\[redacted\])+$/);
    expect(keeper.text('x1Y2'.repeat(20))).not.toContain('x1Y2x1Y2x1Y2x1Y2x1Y2');
  });
});

test('[M1] what is held back is bounded: gaps and control strings without an end hold nothing up', () => {
  for (const filler of ['\n', ' ', '\u200b', '\u001b', ',', '0', '%', '\\', '&', '&#', '\u001b]', 'x']) {
    for (const begun of [
      SECRET.slice(0, 9),
      base64(SECRET).slice(0, 9),
      hexOf(SECRET).slice(0, 5).join(''),
      '115,107,',
    ]) {
      const stream = redactor.stream();
      const text = begun + filler.repeat(Math.ceil(100_000 / filler.length));
      const shown = stream.push(text);
      expect(text.length - shown.length).toBeLessThan(70_000);
      expect(shown + stream.end()).toBe(text);
    }
  }
});

test('[M1] a long text is worked on in pieces, and comes out the same', async () => {
  const text = `${'some words, 0x12, %41 \u001b[1mbold\u001b[0m\n'.repeat(6_000)}${SECRET}\n`;
  const redacted = await redactor.longText(text);
  expect(redacted).toBe(redactor.text(text));
  expect(redacted.endsWith('[redacted]\n')).toBe(true);
  const over = `${'10%\r20%\n'.repeat(25_000)}${SECRET.slice(0, 4)}X\b${SECRET.slice(4)}\n`;
  expect(await redactor.longText(over)).toBe(redactor.text(over));
  expect(redactor.text(over)).not.toContain(SECRET.slice(4));
});
