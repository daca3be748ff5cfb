/** Of the two thousand names of HTML those of its fourth version, and a few: all of them are too large for the first load of a page. */
const named = byName(
  'quot"amp&apos\'lt<gt>nbsp\u00a0iexcl¡cent¢pound£curren¤yen¥brvbar¦sect§uml¨copy©ordfªlaquo«not¬shy\u00ad' +
    'reg®macr¯deg°plusmn±sup2²sup3³acute´microµpara¶middot·cedil¸sup1¹ordmºraquo»frac14¼frac12½frac34¾iquest¿' +
    'AEligÆETHÐtimes×OslashØTHORNÞszligßaeligæethðdivide÷oslashøthornþOEligŒoeligœfnofƒcircˆtilde˜alphaαbetaβ' +
    'gammaγdeltaδepsilonεzetaζetaηthetaθiotaιkappaκlambdaλmuμnuνxiξomicronοpiπrhoρsigmafςsigmaσtauτupsilonυ' +
    'phiφchiχpsiψomegaωthetasymϑupsihϒpivϖensp\u2002emsp\u2003thinsp\u2009zwnj\u200czwj\u200dlrm\u200e' +
    'rlm\u200fndash–mdash—lsquo‘rsquo’sbquo‚ldquo“rdquo”bdquo„dagger†Dagger‡bull•hellip…permil‰prime′Prime″' +
    'lsaquo‹rsaquo›oline‾frasl⁄euro€imageℑweierp℘realℜtrade™alefsymℵlarr←uarr↑rarr→darr↓harr↔crarr↵lArr⇐uArr⇑' +
    'rArr⇒dArr⇓hArr⇔forall∀part∂exist∃empty∅nabla∇isin∈notin∉ni∋prod∏sum∑minus−lowast∗radic√prop∝infin∞ang∠' +
    'and∧or∨cap∩cup∪int∫there4∴sim∼cong≅asymp≈ne≠equiv≡le≤ge≥sub⊂sup⊃nsub⊄sube⊆supe⊇oplus⊕otimes⊗perp⊥sdot⋅' +
    'lceil⌈rceil⌉lfloor⌊rfloor⌋loz◊starf★star☆phone☎spades♠clubs♣hearts♥diams♦check✓cross✗lang⟨rang⟩',
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
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,8}\d{0,2}));/g,
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
  if (mark === undefined) return named.get(name) ?? capitalOf(named.get(name.toLowerCase()), name);
  const letter = (name.charAt(0) + mark).normalize();
  return letter.length === 1 ? letter : undefined;
}

/** Greek letters have two names each, which differ in their first letter. */
function capitalOf(letter: string | undefined, name: string): string | undefined {
  if (letter === undefined || !/^[α-ρσ-ω]$/.test(letter) || !/^[A-Z][a-z]/.test(name)) return undefined;
  return name.slice(1) === name.slice(1).toLowerCase() ? letter.toUpperCase() : undefined;
}
