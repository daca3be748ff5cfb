/** What somebody may be called who gets an account: a name that can be read, and taken for nobody else's. */

const FORM = /^[\p{L}\p{N}][\p{L}\p{N} ._'-]{0,59}(?<! )$/u;

/** Scripts in use today (UAX #31, table 5). Those that are written together count as one. */
const SCRIPTS: readonly RegExp[] = [
  'Latin Greek Cyrillic Armenian Georgian Hebrew Arabic Thaana Ethiopic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu',
  'Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer',
]
  .flatMap((names) => names.split(' '))
  .map((name) => new RegExp(`^\\p{Script_Extensions=${name}}{0,2000}$`, 'u'))
  .concat(
    [
      ['Han', 'Hiragana', 'Katakana'],
      ['Han', 'Hangul'],
      ['Han', 'Bopomofo'],
    ].map((names) => new RegExp(`^[${names.map((name) => `\\p{Script_Extensions=${name}}`).join('')}]{0,2000}$`, 'u')),
  );

/** Why this is no name for an account; undefined if it is one. `personNameProblem('ada')` */
export function personNameProblem(name: string): string | undefined {
  if (!FORM.test(name))
    return `"${name}" is not a valid name: letters, digits, spaces, ".", "_", "-" and "'", 60 at most.`;
  if (RESERVED.some((word) => looksOf(word) === looksOf(name)))
    return `"${name}" is a name that the page uses for the reader or for an agent. Choose another name.`;
  const letters = name.normalize('NFKC').replace(/[^\p{L}]/gu, '');
  if (SCRIPTS.some((script) => script.test(letters))) return undefined;
  return `"${name}" mixes alphabets, or has letters of one that is not in use: letters of another one can look the same.`;
}

/** Who of `others` could be taken for this one, or this one for them. `lookalikeOf('Ada', ['ada'])` is `'ada'` */
export function lookalikeOf(name: string, others: readonly string[]): string | undefined {
  return others.find((other) => other !== name && looksOf(other) === looksOf(name));
}

/** What pages and exports call others than the people of a server. */
const RESERVED = ['me', 'you', 'human', 'assistant', 'operator'];

/** Signs above, below and through a letter. Vowel signs are letters of their own. */
const SIGNS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;

/**
 * Equal for names that look alike: by width, by spaces, by signs at a letter and dots and dashes at the end, by letters of other alphabets and digits
 * that are drawn the same, by case.
 */
function looksOf(name: string): string {
  const bare = name.normalize('NFKD').replace(SIGNS, '').normalize('NFKC');
  const drawn = [...bare].map((letter) => DRAWN_AS.get(letter) ?? letter).join('');
  const small = [...drawn.toLowerCase()].map((letter) => DRAWN_AS.get(letter) ?? letter).join('');
  return small.replace(/\s\s*/g, ' ').replace(/[ ._'-]{1,60}$/, '');
}

/** Letters of Cyrillic, Greek and Armenian that fonts draw as Latin ones, and digits and capitals that they draw as small letters. */
const DRAWN_AS: ReadonlyMap<string, string> = new Map(
  [
    ['а\u0251α', 'a'],
    ['В\u0412Β', 'b'],
    ['сСϲⅽ', 'c'],
    ['ԁ', 'd'],
    ['еЕΕҽ', 'e'],
    ['ɡց', 'g'],
    ['НΗһҺհ', 'h'],
    ['іІΙιı', 'i'],
    ['јЈϳ', 'j'],
    ['кКΚκ', 'k'],
    ['I1ӏӀ', 'l'],
    ['МΜ', 'm'],
    ['Νոռ', 'n'],
    ['оОΟοօ0', 'o'],
    ['рРΡρ', 'p'],
    ['ԛզ', 'q'],
    ['г', 'r'],
    ['ѕЅՏ', 's'],
    ['ТΤτт', 't'],
    ['υսՍ', 'u'],
    ['νѵ', 'v'],
    ['ԝѡա', 'w'],
    ['хХΧχ', 'x'],
    ['уУΥγү', 'y'],
    ['Ζ', 'z'],
    ['м', 'm'],
    ['н', 'h'],
    ['в', 'b'],
  ].flatMap(([letters = '', latin = '']) => [...letters].map((letter) => [letter, latin] as const)),
);
