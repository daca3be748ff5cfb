/** Those that prose is full of; any other stays as it was written. */
const NAMED = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    copy: '©',
    reg: '®',
    trade: '™',
    hellip: '…',
    mdash: '—',
    ndash: '–',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    laquo: '«',
    raquo: '»',
    bull: '•',
    middot: '·',
    times: '×',
    deg: '°',
    larr: '←',
    rarr: '→',
    euro: '€',
    pound: '£',
    sect: '§',
    shy: '',
  }),
);

/** `decodeEntities('R&amp;D &#169;') === 'R&D ©'` */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,7})|#([0-9]{1,8})|([a-z][a-z0-9]{1,30}));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return character(Number.parseInt(String(hex), 16));
    if (decimal !== undefined) return character(Number(decimal));
    return NAMED.get(String(name)) ?? whole;
  });
}

function character(point: number): string {
  const isCharacter = point >= 0x20 && point <= 0x10_ffff && !(point >= 0xd800 && point <= 0xdfff);
  if (point === 0x09 || point === 0x0a) return String.fromCodePoint(point);
  return isCharacter && !(point >= 0x7f && point <= 0x9f) ? String.fromCodePoint(point) : '\ufffd';
}
