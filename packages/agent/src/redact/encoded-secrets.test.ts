/** [M1] [B.6 47] A secret is found however it is written, whole and in pieces; ordinary texts stay as they are. */
import { plainText } from '@toolthread/core/text';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Redactor } from './redactor.ts';

const SECRET = 'sk-ant-Ab9+/_xY&"z\\7=Q';
const OTHER = 'ghp_0123456789abcdefGHIJ';
const PHRASE = 'pä$$wörd–ünique–ßecret';
const secrets = [SECRET, OTHER, PHRASE];
const redactor = new Redactor(secrets);
const bytes = (text: string): number[] => [...Buffer.from(text)];
const hexOf = (text: string): string[] => bytes(text).map((byte) => byte.toString(16).padStart(2, '0'));
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const wrapped = (text: string, width: number, line: string): string =>
  (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(line);
const each = (text: string, write: (character: string, place: number) => string): string =>
  [...text].map(write).join('');
const unit = (text: string, write: (code: number) => string): string =>
  Array.from({ length: text.length }, (_, n) => write(text.charCodeAt(n))).join('');

const wide = (character: string): string =>
  character.replace(/[!-~]/, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
const octal = (text: string): string =>
  bytes(text)
    .map((byte) => ` ${byte.toString(8).padStart(3, '0')}`)
    .join('');
/** Five bits to a letter, the last ones filled up. */
const base32 = (text: string): string =>
  (
    bytes(text)
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('')
      .match(/.{1,5}/g) ?? []
  )
    .map((bits) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(parseInt(bits.padEnd(5, '0'), 2)))
    .join('');

const NAMES: { readonly [sign: string]: string } = {
  '&': '&amp;',
  '"': '&quot;',
  _: '&lowbar;',
  '/': '&sol;',
  '=': '&equals;',
  '+': '&plus;',
  ':': '&colon;',
  '.': '&period;',
};

/** Ways to write a secret. None needs a program that is made for hiding. */
const WAYS: { readonly [name: string]: (secret: string) => string } = {
  plain: (secret) => secret,
  'as escapes in a text that is escaped itself': (secret) =>
    JSON.stringify(each(secret, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)),
  reversed: (secret) => [...secret].toReversed().join(''),
  'coloured letter by letter': (secret) => each(secret, (c) => `\u001b[1;31m${c}\u001b[0m`),
  'coloured in the middle': (secret) => `${secret.slice(0, 5)}\u001b[0m\u001b[K${secret.slice(5)}`,
  'a title in the middle': (secret) => `${secret.slice(0, 5)}\u001b]0;title\u0007${secret.slice(5)}`,
  'a link around its end': (secret) =>
    `${secret.slice(0, 9)}\u001b]8;;http://x\u001b\\${secret.slice(9)}\u001b]8;;\u001b\\`,
  'an 8-bit sequence': (secret) => `${secret.slice(0, 3)}\u009b31m${secret.slice(3)}`,
  'in a title': (secret) => `\u001b]0;${secret}\u0007`,
  'in the clipboard': (secret) => `\u001b]52;c;${base64(secret)}\u0007`,
  'zero width': (secret) => each(secret, (c) => `${c}\u200b`),
  'soft hyphens, joiners, marks of direction': (secret) =>
    each(secret, (c, n) => c + ['\u00ad', '\u200d', '\u202e', '\ufeff'][n % 4]),
  'tag characters': (secret) => each(secret, (c) => `${c}\u{e0061}`),
  nulls: (secret) => each(secret, (c) => `${c}\0`),
  'hex, lower': (secret) => hexOf(secret).join(''),
  'hex, upper': (secret) => hexOf(secret).join('').toUpperCase(),
  'hex, apart': (secret) => hexOf(secret).join(' '),
  'hex, colons': (secret) => hexOf(secret).join(':').toUpperCase(),
  'hex, in pairs': (secret) => wrapped(hexOf(secret).join(''), 4, ' '),
  'hex, wrapped': (secret) => wrapped(hexOf(secret).join(''), 20, '\n'),
  'hex, as numbers': (secret) =>
    hexOf(secret)
      .map((byte) => `0x${byte}`)
      .join(', '),
  'hex, as escapes': (secret) =>
    hexOf(secret)
      .map((byte) => `\\x${byte}`)
      .join(''),
  'hex, coloured': (secret) =>
    hexOf(secret)
      .map((byte) => `\u001b[32m${byte}\u001b[0m`)
      .join(' '),
  decimal: (secret) => JSON.stringify(bytes(secret)),
  'decimal, apart': (secret) => bytes(secret).join('  '),
  base64,
  'base64, for addresses': (secret) => Buffer.from(secret).toString('base64url'),
  'base64, behind a byte': (secret) => base64(`:${secret}:`),
  'base64, behind two': (secret) => base64(`u:${secret}`),
  'base64, wrapped': (secret) => wrapped(base64(`user:${secret}`), 8, '\n'),
  'base64, wrapped by Windows': (secret) => wrapped(base64(secret), 8, '\r\n'),
  'base64, wrapped and indented': (secret) => wrapped(base64(secret), 12, '\n    '),
  'base64, wrapped in JSON': (secret) => JSON.stringify(wrapped(base64(secret), 8, '\n')),
  'base64, in an address': (secret) => encodeURIComponent(base64(secret)),
  'base64, coloured': (secret) => wrapped(base64(secret), 6, '\u001b[2m'),
  'in an address': encodeURIComponent,
  'in an address, all of it': (secret) =>
    hexOf(secret)
      .map((byte) => `%${byte}`)
      .join(''),
  'in an address, some of it': (secret) =>
    each(secret, (c, n) =>
      n % 3 === 0 ? encodeURIComponent(c).replace(/^(.)$/, (one) => `%${hexOf(one)[0]}`) : encodeURIComponent(c),
    ),
  'in JSON': (secret) => JSON.stringify(secret),
  'in JSON, escaped': (secret) => unit(secret, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
  'in JSON, escaped in large letters': (secret) =>
    unit(secret, (code) => `\\u${code.toString(16).padStart(4, '0').toUpperCase()}`),
  'in JSON, coloured': (secret) => JSON.stringify(each(secret, (c) => `\u001b[1m${c}\u001b[0m`)),
  'in JSON, zero width and nulls': (secret) => JSON.stringify(each(secret, (c) => `${c}\u200b\0`)),
  'in octal': (secret) =>
    bytes(secret)
      .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
      .join(''),
  'in HTML': (secret) => secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  'in HTML, all of it': (secret) => unit(secret, (code) => `&#${code};`),
  'in HTML, signs by their names': (secret) => secret.replace(/[&"_/=+:.]/g, (sign) => NAMES[sign] ?? sign),
  'in HTML, all of it in hex': (secret) => unit(secret, (code) => `&#x${code.toString(16)};`),
  'in HTML, with zeros before': (secret) => unit(secret, (code) => `&#${String(code).padStart(30, '0')};`),
  'in HTML, in hex with zeros before': (secret) => unit(secret, (code) => `&#x${code.toString(16).padStart(7, '0')};`),
  'a few letters to a line': (secret) => wrapped(secret, 4, '\n'),
  'eight letters to a line, by Windows': (secret) => wrapped(secret, 8, '\r\n'),
  'a letter to a line': (secret) => each(secret, (c) => `${c}\n`),
  'spaces between its letters': (secret) => [...secret].join(' '),
  'tabs between its letters': (secret) => [...secret].join('\t'),
  'wide blanks between its letters': (secret) => each(secret, (c, n) => c + ['\u00a0', '\u3000', '\u2003'][n % 3]),
  'wrapped, indented and coloured': (secret) => wrapped(secret, 5, '\u001b[0m\n    \u001b[1m'),
  'backwards, wrapped': (secret) => wrapped([...secret].toReversed().join(''), 4, '\n'),
  'as od -c shows letters': (secret) =>
    wrapped(
      each(secret, (c) => `   ${c}`),
      64,
      '\n',
    ),
  'in full-width letters': (secret) => each(secret, wide),
  'in octal, apart': (secret) => wrapped(octal(secret), 64, '\n'),
  'quoted-printable': (secret) =>
    hexOf(secret)
      .map((byte) => `=${byte.toUpperCase()}`)
      .join(''),
  base32,
  'base32, behind a byte': (secret) => base32(`:${secret}`),
  'base32, behind two': (secret) => base32(`u:${secret}`),
  'base32, behind three': (secret) => base32(`us:${secret}`),
  'base32, behind four': (secret) => base32(`use:${secret}`),
  'base32, small and wrapped': (secret) => wrapped(base32(secret).toLowerCase(), 8, '\n'),
  'UTF-16 in hex': (secret) => Buffer.from(secret, 'utf16le').toString('hex'),
  'UTF-16 in hex, high byte first': (secret) => Buffer.from(secret, 'utf16le').swap16().toString('hex'),
  'UTF-16 in base64': (secret) => Buffer.from(secret, 'utf16le').toString('base64'),
  'UTF-16 in base64, high byte first': (secret) => Buffer.from(secret, 'utf16le').swap16().toString('base64'),
  'as a key': (secret) => `{"${secret}": 1}`,
};

/** A secret still stands there if most of what was written does. */
const survives = (shown: string, written: string): boolean => {
  for (let at = 0; at + 12 <= written.length; at += 1) if (shown.includes(written.slice(at, at + 12))) return true;
  return false;
};

describe('[M1] [B.6 47] however it is written', () => {
  it.each(Object.entries(WAYS))('%s', (_, write) => {
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

  it('in pieces: the same as the whole, wherever it is cut', () => {
    const pieces = fc.array(
      fc.oneof(
        fc
          .tuple(fc.constantFrom(...Object.values(WAYS)), fc.constantFrom(...secrets))
          .map(([write, one]) => write(one)),
        fc
          .tuple(fc.constantFrom(...Object.values(WAYS)), fc.constantFrom(...secrets), fc.nat(40))
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

  it.each(Object.entries(WAYS))('a character at a time: %s', (_, write) => {
    for (const secret of secrets) {
      const stream = redactor.stream();
      const written = `a ${write(secret)} b`;
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
      const text = begun + filler.repeat(Math.ceil(300_000 / filler.length));
      const shown = stream.push(text);
      expect(text.length - shown.length).toBeLessThan(70_000);
      expect(shown + stream.end()).toBe(text);
    }
  }
});

test('[M1] a long text is worked on in pieces, and comes out the same', async () => {
  const text = `${'some words, 0x12, %41 \u001b[1mbold\u001b[0m\n'.repeat(20_000)}${SECRET}\n`;
  const redacted = await redactor.longText(text);
  expect(redacted).toBe(redactor.text(text));
  expect(redacted.endsWith('[redacted]\n')).toBe(true);
  const over = `${'10%\r20%\n'.repeat(60_000)}${SECRET.slice(0, 4)}X\b${SECRET.slice(4)}\n`;
  expect(await redactor.longText(over)).toBe(redactor.text(over));
  expect(redactor.text(over)).not.toContain(SECRET.slice(4));
});
