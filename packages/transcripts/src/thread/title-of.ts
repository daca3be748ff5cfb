const MOST = 80;

/** The first line of a text, not longer than a title may be: `titleOf('Fix it\nplease') === 'Fix it'` */
export function titleOf(text: string): string {
  const [line = ''] = text
    .trimStart()
    .slice(0, 4 * MOST)
    .split('\n', 1);
  const points = Array.from(line.trimEnd());
  return points.length > MOST ? `${points.slice(0, MOST - 1).join('')}…` : points.join('');
}
