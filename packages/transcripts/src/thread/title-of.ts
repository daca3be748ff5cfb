import { shortTitle } from '@toolthread/core/text';

const MOST = 80;

/**
 * The first sentence of a text, or its first paragraph, not longer than a title may be: a line that is broken goes on, and
 * `titleOf('Fix the\nloom') === 'Fix the loom'`. One that only announces the next one goes on with it:
 * `titleOf('Do this:\n\n# Mend the loom') === 'Do this: Mend the loom'`.
 */
export function titleOf(text: string): string {
  const lines = text
    .trim()
    .slice(0, 40 * MOST)
    .split('\n')
    .map((line) => line.trim().slice(0, 4 * MOST));
  let title = lines[0] ?? '';
  for (const line of lines.slice(1)) {
    if (title.length > MOST) break;
    const announces = title.endsWith(':');
    if (announces && line === '') continue;
    if (!announces && (line === '' || MARK.test(line) || /[.!?…]$/.test(title))) break;
    title = `${title} ${withoutMarks(line)}`;
    if (MARK.test(line)) break;
  }
  return shortTitle(title);
}

/** A heading, an item of a list, a quotation, a fence or a tag begins here. */
const MARK = /^(?:(?:#{1,6}|[-*>]|\d{1,3}[.)])\s|```|~~~|<)/;

function withoutMarks(line: string): string {
  return line.replace(/^(?:#{1,6}|[-*>]|\d{1,3}[.)])\s\s*/, '');
}
