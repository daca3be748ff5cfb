/** Of the two thousand names of HTML those that people write: all of them are too large for the first load of a page. */
const named = byName(
  'amp&lt<gt>quot"apos\'nbsp\u00a0copy©hellip…mdash—ndash–larr←rarr→times×middot·bull•AEligÆaeligæOslashØoslashøszligß' +
    'laquo«raquo»lsquo‘rsquo’ldquo“rdquo”bdquo„euro€sect§deg°plusmn±sup2²frac14¼frac12½frac34¾ne≠le≤ge≥',
);

/** Marks above and below a letter: `ouml` is an `o` with the mark `uml`. */
const marks = byName('grave\u0300acute\u0301circ\u0302tilde\u0303uml\u0308ring\u030acaron\u030ccedil\u0327');

/** Each name is before its character, which is no letter or digit of ASCII. */
function byName(text: string): ReadonlyMap<string, string> {
  return new Map(Array.from(text.matchAll(/(\w{1,9})(\W)/g), ([, name = '', sign = '']) => [name, sign]));
}

/**
 * Character references as a reader of Markdown expects them. What comes out is text for React, never HTML.
 * `decodeEntities('a &lt; b') === 'a < b'`
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,7}\d{0,2}));/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return signOf(name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
        ? '\ufffd'
        : String.fromCodePoint(code);
    },
  );
}

function signOf(name: string): string | undefined {
  const mark = marks.get(name.slice(1));
  if (mark === undefined) return named.get(name);
  const letter = (name.charAt(0) + mark).normalize();
  return letter.length === 1 ? letter : undefined;
}
