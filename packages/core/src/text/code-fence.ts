/** What opened code in Markdown: at least three of one sign. */
export interface CodeFence {
  readonly mark: string;
}

const OPENING = /[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t][ \t]*)?(`{3}`*|~{3}~*)/y;
const CLOSING = /[ \t>]*(`{3}`*|~{3}~*)[ \t\r]*(?=\n|$)/y;

/**
 * The fence that the line from `start` to `end` opens, at any indentation and in a list or a quote; undefined if it opens none.
 *
 * @example
 * fenceOpened('```ts', 0, 5); //=> { mark: '```' }
 * fenceOpened('```a```', 0, 7); //=> undefined
 */
export function fenceOpened(text: string, start = 0, end: number = text.length): CodeFence | undefined {
  OPENING.lastIndex = start;
  const mark = OPENING.exec(text)?.[1];
  if (mark === undefined) return undefined;
  // "```a```" is inline code: after the mark of a backtick fence no other backtick is on its line.
  const other = mark.startsWith('`') ? text.indexOf('`', OPENING.lastIndex) : -1;
  return other !== -1 && other < end ? undefined : { mark };
}

/**
 * Whether the line that begins at `start` closes it: with the same sign, as many or more of them, and nothing else.
 *
 * @example
 * fenceCloses({ mark: '```' }, '````'); //=> true
 * fenceCloses({ mark: '```' }, '```ts'); //=> false
 */
export function fenceCloses(fence: CodeFence, text: string, start = 0): boolean {
  CLOSING.lastIndex = start;
  return CLOSING.exec(text)?.[1]?.startsWith(fence.mark) === true;
}
