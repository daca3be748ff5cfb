const MOST = 80;

/** Words in rows of at most 80 letters; rows after the first are `indent` columns in: `paragraph('a b')`. */
export function paragraph(words: string, indent = 0): string {
  const rows: string[] = [];
  let row = '';
  for (const word of words.split(/\s\s*/)) {
    if (row !== '' && `${row} ${word}`.length > MOST - indent) {
      rows.push(row);
      row = word;
    } else row = row === '' ? word : `${row} ${word}`;
  }
  return [...rows, row].join(`\n${' '.repeat(indent)}`);
}

/** `inWords(['a', 'b', 'c'], 'or') === 'a, b or c'` */
export function inWords(names: readonly string[], joint: 'and' | 'or'): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${joint} ${last}`;
}
