/** How words look. Colours are the terminal's own sixteen, so that they fit its theme; every state is also said in words. */
export type Style = 'plain' | 'strong' | 'faint' | 'accent' | 'good' | 'bad' | 'careful' | 'found';

const CODES: { readonly [style in Style]: string } = {
  plain: '',
  strong: '1',
  faint: '2',
  accent: '36',
  good: '32',
  bad: '31',
  careful: '33',
  found: '1;33',
};

/** The only escape sequences that we write, but for those that redraw. `paint('x', 'strong', true) === '\u001b[1mx\u001b[0m'` */
export function paint(text: string, style: Style, colours: boolean): string {
  const code = CODES[style];
  return !colours || code === '' || text === '' ? text : `\u001b[${code}m${text}\u001b[0m`;
}
