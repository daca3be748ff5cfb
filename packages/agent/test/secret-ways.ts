/** Ways in which a secret is written, for the tests that look for it. */
import { visible } from '@toolthread/core/text';
import { fileText } from '../src/workspace/file-text.ts';

export const SECRET = 'sk-ant-Ab9+/_xY&"z\\7=Q';
const OTHER = 'ghp_0123456789abcdefGHIJ';
const PHRASE = 'pä$$wörd–ünique–ßecret';
export const secrets: readonly string[] = [SECRET, OTHER, PHRASE];
const bytes = (text: string): number[] => [...Buffer.from(text)];
export const hexOf = (text: string): string[] => bytes(text).map((byte) => byte.toString(16).padStart(2, '0'));
export const base64 = (text: string): string => Buffer.from(text).toString('base64');
const wrapped = (text: string, width: number, line: string): string =>
  (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(line);
const each = (text: string, write: (character: string, place: number) => string): string =>
  [...text].map(write).join('');
/** Fillers in turn between its letters. */
const filled = (text: string, fillers: readonly string[], backslash = '\\'): string =>
  each(text, (c, n) => (n === 0 ? '' : fillers[n % fillers.length]) + (c === '\\' ? backslash : c));
const unit = (text: string, write: (code: number) => string): string =>
  Array.from({ length: text.length }, (_, n) => write(text.charCodeAt(n))).join('');

const drawnBytes = (text: string, write: (byte: number) => string): string =>
  bytes(text)
    .map((byte) => (byte < 128 ? String.fromCharCode(byte) : write(byte)))
    .join('');
const drawnLetters = (text: string, write: (code: string) => string): string =>
  each(text, (c) => (c < '\u0080' ? c : write((c.codePointAt(0) ?? 0).toString(16))));
const caret = (code: number): string => (code < 32 ? `^${String.fromCharCode(code + 64)}` : String.fromCharCode(code));
const hexByte = (byte: number): string => byte.toString(16).padStart(2, '0');

const wide = (character: string): string =>
  character.replace(/[!-~]/, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
/** The numbers of its bytes, in each base in which they are known. */
export const numbersOf = (text: string): readonly (readonly string[])[] => [
  hexOf(text),
  bytes(text).map(String),
  bytes(text).map((byte) => byte.toString(8)),
];
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

/** Letters of ASCII as characters that nobody sees; the others as they are. */
const asHidden = (text: string, from: number): string =>
  each(text, (c) => (c > ' ' && c < '\u007f' ? String.fromCodePoint(from + c.charCodeAt(0)) : c));
const hexed = (text: string, write: (unit: string) => string): string =>
  unit(text, (code) => write(code.toString(16).padStart(4, '0')));

/** Ways to write a secret. None needs a program that is made for hiding. */
export const WAYS: { readonly [name: string]: (secret: string) => string } = {
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
  'in tag characters': (secret) => asHidden(secret, 0xe0000),
  'in tag characters, as escapes': (secret) => hexed(asHidden(secret, 0xe0000), (unit) => `\\u${unit}`),
  'in tag characters, in an address': (secret) => encodeURIComponent(asHidden(secret, 0xe0000)),
  'in selectors of variants': (secret) => asHidden(secret, 0xe00f0),
  'struck twice, bold': (secret) => each(secret, (c) => `${c}\b${c}`),
  'struck over lines under it': (secret) => each(secret, (c) => `_\b${c}`),
  'struck over by lines under it': (secret) => each(secret, (c) => `${c}\b_`),
  'bold, with lines under it': (secret) => each(secret, (c) => `_\b${c}\b${c}`),
  'bold, as cat -v draws it': (secret) => each(secret, (c) => `${c}^H${c}`),
  'bold, as we draw it': (secret) => each(secret, (c) => `${c}␈${c}`),
  'bold, in JSON': (secret) => JSON.stringify(each(secret, (c) => `${c}\b${c}`)),
  'bold, and coloured': (secret) => each(secret, (c) => `${c}\b\u001b[1m${c}\u001b[0m`),
  nulls: (secret) => each(secret, (c) => `${c}\0`),
  'hex, lower': (secret) => hexOf(secret).join(''),
  'hex, upper': (secret) => hexOf(secret).join('').toUpperCase(),
  'hex, apart': (secret) => hexOf(secret).join(' '),
  'hex, colons': (secret) => hexOf(secret).join(':').toUpperCase(),
  'hex, in pairs': (secret) => wrapped(hexOf(secret).join(''), 4, ' '),
  'hex, wrapped': (secret) => wrapped(hexOf(secret).join(''), 20, '\n'),
  'hex, lines between': (secret) => hexOf(secret).join('|'),
  'hex, in cells of a table': (secret) => hexOf(secret).join(' │ '),
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
  'decimal, with dots': (secret) => bytes(secret).join('.'),
  'decimal, with colons': (secret) => bytes(secret).join(':'),
  'decimal, lines between': (secret) => bytes(secret).join(' | '),
  'decimal, with zeros before': (secret) =>
    bytes(secret)
      .map((byte) => String(byte).padStart(3, '0'))
      .join('/'),
  'decimal, each in quotes': (secret) => JSON.stringify(bytes(secret).map(String)),
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
  'in HTML, all of it, no semicolons': (secret) => unit(secret, (code) => `&#${code}`),
  'in HTML, in hex, no semicolons': (secret) => unit(secret, (code) => `&#x${code.toString(16)}`),
  'in HTML, some of it, no semicolons': (secret) =>
    secret.replace(/[&h-z](?![\da-f])/g, (one) => `&#${String(one.charCodeAt(0)).padStart(7, '0')}`),
  'in HTML, old names without semicolons': (secret) => secret.replaceAll('&', '&amp').replaceAll('"', '&quot'),
  'in braces, some of it': (secret) =>
    unit(secret, (code) => (code % 2 === 0 || code === 92 ? `\\u{${code.toString(16)}}` : String.fromCharCode(code))),
  'lines that a backslash continues': (secret) => wrapped(secret, 5, '\\\n'),
  'blanks of braille between its letters': (secret) => [...secret].join('\u2800'),
  'signs for blanks between its letters': (secret) => each(secret, (c, n) => c + ['\u2420', '\u2423', '\u2424'][n % 3]),
  'fillers between its letters': (secret) =>
    each(secret, (c, n) => c + ['\u3164', '\u115f', '\uffa0', '\u180e', '\u{1d159}'][n % 5]),
  'struck through': (secret) => each(secret, (c) => `${c}\u0336`),
  'with accents on its letters': (secret) => each(secret, (c, n) => c + ['\u0301', '\u20dd', '\u0332\u0333'][n % 3]),
  'letters and accents apart': (secret) => secret.normalize('NFD'),
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
  'in octal, as printf %o': (secret) =>
    bytes(secret)
      .map((byte) => byte.toString(8))
      .join(' '),
  'in octal, as Python lists it': (secret) =>
    JSON.stringify(bytes(secret).map((byte) => `0o${byte.toString(8)}`)).replaceAll('"', "'"),
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
  'coloured, as file tools draw it': (secret) => fileText(each(secret, (c) => `\u001b[1;31m${c}\u001b[0m`)),
  'an 8-bit sequence and a title, as file tools draw them': (secret) =>
    fileText(`${secret.slice(0, 3)}\u009b31m${secret.slice(3, 6)}\u001b]0;title\u001b\\${secret.slice(6)}`),
  'coloured, as it is made visible': (secret) => visible(each(secret, (c) => `\u001b[1;31m${c}\u001b[0m`)),
  'zero width, as it is made visible': (secret) =>
    visible(filled(secret, ['\u200b', '\u202e', '\u0007', '\u007f', '\u{1d159}'])),
  'tags and joiners, as they are made visible': (secret) =>
    visible(filled(secret, ['\u{e0061}\u{e0062}', '\u200d\u200c\u200d', '\ufe0f\ufe01'])),
  'coloured, as cat -v shows it': (secret) => each(secret, (c) => `^[[1;31m${c}^[[0m`),
  'coloured, as shells write it': (secret) => filled(secret, ['\\e[1m', '\\E[0m', '\\033[2m'], '\\\\'),
  'zero width in an address': (secret) => filled(secret, ['%E2%80%8B', '%ef%bb%bf'], '%5C'),
  'zero width as bytes': (secret) =>
    filled(secret, ['\\xe2\\x80\\x8b', '\\342\\200\\213', '\\xf3\\xa0\\x81\\xa1'], '\\\\'),
  'letters of mathematics, in braces': (secret) =>
    shifted(secret, 0x1d41a, 0x1d400).replace(
      /[\u{1d400}-\u{1d433}]/gu,
      (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`,
    ),
  'letters of mathematics, coloured': (secret) =>
    each(shifted(secret, 0x1d41a, 0x1d400), (c) => `\u001b[1m${c}\u001b[0m`),
  'bytes as cat -v draws them': (secret) => drawnBytes(secret, (byte) => `M-${caret(byte - 128)}`),
  'bytes as vis draws them': (secret) =>
    drawnBytes(secret, (byte) => `\\M${byte < 160 ? '' : '-'}${caret(byte - 128)}`),
  'bytes as less draws them': (secret) => drawnBytes(secret, (byte) => `<${hexByte(byte).toUpperCase()}>`),
  'quoted-printable, only what has to be': (secret) => drawnBytes(secret, (byte) => `=${hexByte(byte).toUpperCase()}`),
  'letters as editors draw them': (secret) =>
    drawnLetters(secret, (code) => `<U+${code.padStart(4, '0').toUpperCase()}>`),
  'letters as Python writes them': (secret) => drawnLetters(secret, (code) => `\\U${code.padStart(8, '0')}`),
  'letters as Perl writes them': (secret) => drawnLetters(secret, (code) => `\\x{${code}}`),
  'letters as stylesheets write them': (secret) => drawnLetters(secret, (code) => `\\${code} `),
  'letters that were lost': (secret) => drawnLetters(secret, () => '?'),
  'bytes that were lost': (secret) => drawnBytes(secret, () => '\ufffd'),
  'bytes read as letters of Windows': (secret) => new TextDecoder('windows-1252').decode(Buffer.from(secret)),
  'as a key': (secret) => `{"${secret}": 1}`,
};

/** Lines of so many bytes, each behind its address. */
const dump = (text: string, width: number, line: (bytes: readonly number[], address: number) => string): string =>
  dumpOf(bytes(text), width, line);
const dumpOf = (
  all: readonly number[],
  width: number,
  line: (bytes: readonly number[], address: number) => string,
): string =>
  Array.from({ length: Math.ceil(all.length / width) }, (_, n) =>
    line(all.slice(n * width, (n + 1) * width), n * width),
  ).join('\n');
const xxdOf = (all: Buffer): string =>
  dumpOf([...all], 16, (list, address) => {
    const pairs = wrapped(inHex(list).join(''), 4, ' ').padEnd(40);
    return `${at(address, 16, 8)}: ${pairs} ${shownAs(list)}`;
  });
const shownAs = (list: readonly number[]): string =>
  list.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
const inHex = (list: readonly number[]): string[] => list.map((byte) => byte.toString(16).padStart(2, '0'));
const at = (address: number, base: number, length: number): string => address.toString(base).padStart(length, '0');
/** As `od` prints bytes or pairs of them, behind an address in octal. */
const od = (text: string, size: 1 | 2, cell: (byte: number, next: number) => string): string =>
  dump(text, 16, (list, address) => {
    const cells = list.flatMap((byte, n) => (n % size === 0 ? [cell(byte, list[n + 1] ?? 0)] : []));
    return `${at(address, 8, 7)}${cells.join('')}`;
  });
/** Four or eight bytes as one number, the low byte first. */
const odWords = (text: string, size: 4 | 8, cell: (word: bigint) => string): string =>
  dump(text, 16, (list, address) => {
    const words: bigint[] = [];
    for (let n = 0; n < list.length; n += size)
      words.push(list.slice(n, n + size).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n));
    return `${at(address, 8, 7)}${words.map(cell).join('')}`;
  });
const shifted = (text: string, small: number, large: number): string =>
  text.replace(/[a-z]/gi, (letter) =>
    String.fromCodePoint(letter < 'a' ? large + letter.charCodeAt(0) - 65 : small + letter.charCodeAt(0) - 97),
  );
const numbered = (text: string, width: number, write: (line: string, number: number) => string): string =>
  (text.match(new RegExp(`.{1,${width}}`, 'gu')) ?? []).map((line, n) => write(line, n + 1)).join('\n');

/** Letters that look otherwise. */
export const LETTERS: typeof WAYS = {
  'in large letters': (secret) => secret.replace(/[a-z]/g, (one) => one.toUpperCase()),
  'in small letters': (secret) => secret.replace(/[A-Z]/g, (one) => one.toLowerCase()),
  'with another dash': (secret) => secret.replaceAll('-', '\u2010'),
  'with a dash of HTML': (secret) => secret.replaceAll('-', '&dash;').replaceAll('_', '&lowbar;'),
  'with a hyphen, an en dash and a minus': (secret) =>
    secret.replace('-', '&hyphen;').replace('-', '–').replaceAll('-', '\u2212'),
  'in bold letters of mathematics': (secret) => shifted(secret, 0x1d41a, 0x1d400),
  'in typewriter letters of mathematics': (secret) => shifted(secret, 0x1d68a, 0x1d670),
  'in letters in brackets': (secret) => shifted(secret.toLowerCase(), 0x249c, 0x249c),
  'in circled letters': (secret) => shifted(secret, 0x24d0, 0x24b6),
  'in letters of flags': (secret) => shifted(secret, 0x1f1e6, 0x1f1e6),
};

/** What programs print of a file: a secret goes over several lines, with something before each. They begin with a line. */
export const LINES: typeof WAYS = {
  'as cat -n numbers lines': (secret) => numbered(secret, 5, (line, n) => `${String(n).padStart(6)}\t${line}`),
  'as cat -n numbers lines of a letter': (secret) =>
    numbered(secret, 1, (line, n) => `${String(n).padStart(6)}\t${line}`),
  'as grep -n numbers lines': (secret) => numbered(secret, 5, (line, n) => `${n}:${line}`),
  'as grep -Hn names files': (secret) => numbered(secret, 5, (line, n) => `src/my-app/.env.local:${n}:${line}`),
  'as grep -H names files': (secret) => numbered(secret, 5, (line) => `./deploy/keys 2024.txt:${line}`),
  'as grep -Hn names files, a letter to a line': (secret) => numbered(secret, 1, (line, n) => `a.txt:${n}:${line}`),
  'as grep -nA shows what is around': (secret) =>
    numbered(secret, 5, (line, n) => (n === 1 ? `a-1.txt:1:${line}` : `a-1.txt-${n}-${line}`)),
  'as git grep names files': (secret) => numbered(secret, 5, (line, n) => `HEAD~1:src/a.ts:${n}:${line}`),
  'as Windows names files': (secret) => numbered(secret, 5, (line, n) => `C:\\Users\\me\\a.txt:${n}:${line}`),
  'as grep colours it': (secret) =>
    numbered(
      secret,
      5,
      (line, n) =>
        `\u001b[35m\u001b[Ka.txt\u001b[m\u001b[K\u001b[36m\u001b[K:\u001b[m\u001b[K\u001b[32m\u001b[K${n}\u001b[m\u001b[K:${line}`,
    ),
  'as containers name themselves': (secret) => numbered(secret, 5, (line) => `web-1  | ${line}`),
  'as logs tell the time': (secret) => numbered(secret, 5, (line, n) => `2026-01-02T03:04:0${n % 10}.123Z ${line}`),
  'as the system logs': (secret) => numbered(secret, 5, (line, n) => `Nov 18 07:28:0${n % 10} host app[12]: ${line}`),
  'as git blame tells who': (secret) =>
    numbered(secret, 5, (line, n) => `^1a2b3c4d (Ada Lovelace 2026-01-02 03:04:05 +0000 ${n}) ${line}`),
  'base64, as grep -Hn names files': (secret) => numbered(base64(secret), 8, (line, n) => `a.txt:${n}:${line}`),
  'hex, as grep -Hn names files': (secret) => numbered(hexOf(secret).join(''), 8, (line, n) => `a.txt:${n}:${line}`),
  'as editors number lines': (secret) => numbered(secret, 5, (line, n) => `${String(n).padStart(4)} │ ${line}`),
  'as less -N numbers lines': (secret) => numbered(secret, 5, (line, n) => `${String(n).padStart(7)} ${line}`),
  'base64, numbered': (secret) => numbered(base64(secret), 8, (line, n) => `${n}\t${line}`),
  'hexdump -C': (secret) =>
    dump(secret, 16, (list, address) => {
      const hex = inHex(list);
      const bytesOfLine = `${hex.slice(0, 8).join(' ')}  ${hex.slice(8).join(' ')}`.padEnd(48);
      return `${at(address, 16, 8)}  ${bytesOfLine}  |${shownAs(list)}|`;
    }),
  'hexdump, two bytes a number': (secret) =>
    dump(secret, 16, (list, address) => {
      const words = list.flatMap((byte, n) => (n % 2 === 0 ? [inHex([list[n + 1] ?? 0, byte]).join('')] : []));
      return `${at(address, 16, 7)} ${words.join(' ')}`;
    }),
  xxd: (secret) => xxdOf(Buffer.from(secret)),
  'xxd -b': (secret) =>
    dump(secret, 6, (list, address) => {
      const bits = list.map((byte) => byte.toString(2).padStart(8, '0')).join(' ');
      return `${at(address, 16, 8)}: ${bits.padEnd(54)} ${shownAs(list)}`;
    }),
  'xxd of UTF-16': (secret) => xxdOf(Buffer.from(secret, 'utf16le')),
  'od -c': (secret) =>
    od(secret, 1, (byte) =>
      (byte > 32 && byte < 127 ? String.fromCharCode(byte) : byte.toString(8).padStart(3, '0')).padStart(4),
    ),
  'od -b': (secret) => od(secret, 1, (byte) => ` ${byte.toString(8).padStart(3, '0')}`),
  'od -t u1': (secret) => od(secret, 1, (byte) => String(byte).padStart(4)),
  'od -t x1': (secret) => od(secret, 1, (byte) => ` ${inHex([byte]).join('')}`),
  ...Object.fromEntries(
    ([4, 8] as const).flatMap((size) => [
      [
        `od -t d${size}`,
        (secret: string) => odWords(secret, size, (word) => ` ${String(word).padStart(size === 4 ? 11 : 20)}`),
      ],
      [
        `od -t o${size}`,
        (secret: string) => odWords(secret, size, (word) => ` ${word.toString(8).padStart(size === 4 ? 11 : 22, '0')}`),
      ],
    ]),
  ),
  'od, as it is': (secret) => od(secret, 2, (byte, next) => ` ${(next * 256 + byte).toString(8).padStart(6, '0')}`),
};

/** What the ways above put before lines. */
const BEFORE_LINES =
  // oxlint-disable-next-line no-control-regex -- grep colours what it puts there
  /src\/my-app\/\.env\.local|\.\/deploy\/keys 2024\.txt|HEAD~1:src\/a\.ts|C:\\Users\\me\\a\.txt|\u001b\[35m.*?\u001b\[K:\u001b\[m\u001b\[K|\u001b\[32m\u001b\[K|\u001b\[m\u001b\[K|2026-01-02T03:04:0\d\.123Z|Nov 18 07:28:0\d host app\[12\]|\^1a2b3c4d \(.*? \+0000/g;

/** A secret is still there if most of what was written is. Addresses, blanks that fill up a line, and what is before each line, say nothing. */
export const survives = (shown: string, whole: string): boolean => {
  const left = shown.replace(BEFORE_LINES, '');
  const written = whole.replace(BEFORE_LINES, '').replace(/ {6,}|\n[\da-f]{7,8}/g, '');
  for (let at = 0; at + 12 <= written.length; at += 1) if (left.includes(written.slice(at, at + 12))) return true;
  return false;
};
