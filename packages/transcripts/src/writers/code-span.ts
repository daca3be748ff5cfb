import { visible } from '@toolthread/core/text';

/** Text as one span of code, whatever backticks it holds: `codeSpan('a`b') === '``a`b``'`. */
export function codeSpan(text: string): string {
  const words = inOneLine(visible(text));
  const marks = '`'.repeat(longestRun(words) + 1);
  const pad = words === '' || /^[ `]|[ `]$/.test(words) ? ' ' : '';
  return `${marks}${pad}${words}${pad}${marks}`;
}

/** Each break, with the blanks around it, is a blank. */
function inOneLine(text: string): string {
  const [first = '', ...lines] = text.split('\n');
  if (lines.length === 0) return text;
  const last = lines.pop() ?? '';
  return [first.trimEnd(), ...lines.map((line) => line.trim()).filter((line) => line !== ''), last.trimStart()].join(
    ' ',
  );
}

/** Text as a block of code that nothing in it can close. */
export function codeBlock(text: string, language = ''): string {
  const words = visible(text);
  const marks = '`'.repeat(Math.max(3, longestRun(words) + 1));
  return `${marks}${language}\n${words}${words === '' || words.endsWith('\n') ? '' : '\n'}${marks}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/``*/g)) longest = Math.max(longest, run.length);
  return longest;
}
