const LEAST_MIXED = 24;
const LEAST_PLAIN = 32;

/** Whether a text is letters and digits in no order that a word, a name or a path would have. */
export function looksRandom(text: string): boolean {
  return !isInOrder(text) && !DIGEST.test(text) && (isMixedRandom(text) || isPlainRandom(text));
}

/** Its own name says that it is public. */
const DIGEST = /^(?:md5|sha\d{1,3})[-:]/i;

/** An alphabet: most characters are the one that follows the character before. */
function isInOrder(text: string): boolean {
  let following = 0;
  for (let at = 1; at < text.length; at += 1) if (text.charCodeAt(at) === text.charCodeAt(at - 1) + 1) following += 1;
  return following > text.length / 2;
}

/** Small and large letters and digits. */
function isMixedRandom(text: string): boolean {
  if (text.length < LEAST_MIXED || /[^\w+/=-]/.test(text) || isPath(text) || isOfWords(text)) return false;
  return (
    /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text) && !/_/.test(text.slice(1, -1)) && entropyOf(text) >= 4
  );
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Hex digits, a UUID, or letters of one case with digits among them. A commit looks the same. */
function isPlainRandom(text: string): boolean {
  if (!UUID.test(text) && !(text.length >= LEAST_PLAIN && (!/[^a-z\d]/.test(text) || !/[^A-Z\d]/.test(text))))
    return false;
  const changes = text.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0;
  return changes >= LEAST_CHANGES && new Set(text).size >= 8;
}

/** From a letter to a digit or back: 32 random ones have twice as many, names with a year or a version in them fewer. */
const LEAST_CHANGES = 5;

/**
 * `MacBookPro2023OfAlexanderSmith`: words that can be spoken, and years and numbers, one after the other. Of random texts of 24 letters and digits two in a
 * thousand look so, and fewer of longer ones.
 */
function isOfWords(text: string): boolean {
  const pieces = text.match(/[A-Z]?[a-z][a-z]*|[A-Z][A-Z]*|\d\d*/g) ?? [];
  const spoken = pieces.filter(
    (word) => (/[a-z]$/.test(word) && word.length >= 3 && /[aeiouy]/i.test(word)) || /^\d{4}/.test(word),
  );
  const { length } = pieces.join('');
  return pieces.length <= 0.36 * length && spoken.join('').length >= 0.6 * length;
}

/** Names between slashes. What only happens to begin with a slash has no such names. */
export function isPath(text: string): boolean {
  if (!/^(?:~|\.{1,2})?\/[^\s]*$/.test(text)) return false;
  return text.split('/').every((name) => name.length < LEAST_MIXED || entropyOf(name) < 4) && !/[+=]/.test(text);
}

/** Bits in a character, by how often each of them occurs. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
