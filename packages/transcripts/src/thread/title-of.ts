const MOST = 80;

/**
 * The first line of a text, not longer than a title may be: `titleOf('Fix it\nplease') === 'Fix it'`. A line that only
 * announces the next one goes on with it: `titleOf('Do this:\n\n# Mend the loom') === 'Do this: Mend the loom'`.
 */
export function titleOf(text: string): string {
  const [first = '', next] = text
    .slice(0, 40 * MOST)
    .split('\n')
    .map((line) => line.trim().slice(0, 4 * MOST))
    .filter((line) => line !== '');
  const line = first.endsWith(':') && next !== undefined ? `${first} ${withoutMarks(next)}` : first;
  const points = Array.from(line);
  return points.length > MOST ? `${points.slice(0, MOST - 1).join('')}…` : points.join('');
}

/** A heading, an item of a list or a quotation, without its mark. */
function withoutMarks(line: string): string {
  return line.replace(/^(?:#{1,6}|[-*>]|\d{1,3}[.)])\s+/, '');
}
