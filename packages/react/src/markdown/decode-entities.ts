/** A name, and the character that it stands for, which is no letter, digit or `_` of ASCII. */
const NAMED =
  'amp&lt<gt>quot"apos\'nbsp\u00a0copy©reg®hellip…mdash—ndash–larr←uarr↑rarr→darr↓times×divide÷middot·bull•' +
  'AEligÆaeligæOEligŒoeligœOslashØoslashøszligßlaquo«raquo»lsquo‘rsquo’ldquo“rdquo”bdquo„pound£euro€sect§deg°' +
  'plusmn±sup2²sup3³frac14¼frac12½frac34¾trade™ne≠le≤ge≥';
const named = new Map(Array.from(NAMED.matchAll(/(\w{1,9})(\W)/g), ([, name = '', sign = '']) => [name, sign]));

/** Marks above and below a letter: `ouml` is an `o` with the mark `uml`. */
const marks = new Map(
  Object.entries({ grave: 768, acute: 769, circ: 770, tilde: 771, uml: 776, ring: 778, caron: 780, cedil: 807 }),
);

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
  const letter = (name.charAt(0) + String.fromCodePoint(mark)).normalize();
  return letter.length === 1 ? letter : undefined;
}
