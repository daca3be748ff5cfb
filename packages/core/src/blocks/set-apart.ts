import { compactText } from '../text/compact-text.ts';

/**
 * In a text for people a turn begins with its heading: `You (2026-03-04 09:30): …`. What anybody said may have such a line too: it is two
 * columns in, so that a heading at the left edge is ours ([L7]).
 */

/** Stands behind the name of somebody else than you, where no time does: a name alone may begin any line. */
export const NO_TIME = 'time unknown';

const TIME = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
/** Any sign that some program takes for the end of a line. */
const END = String.raw`\n\r\v\f\u0085\u2028\u2029`;
const FORMS = [
  // Who speaks; some name, where a time follows it.
  String.raw`You[\s\p{Cf}]{0,9}(?:\([^\n)]{0,60}\)[\s\p{Cf}]{0,9})?:`,
  String.raw`[^\s${END}][^${END}]{0,200}? \((?:${TIME}|${NO_TIME})\):`,
  // When it was answered, and by whom.
  String.raw`\(${TIME}\)`,
  String.raw`Assistant\b[^\n]{0,200}?·`,
  // Whose part it is; what was left out, and why.
  '↳ ',
  String.raw`\[(?:hidden|malformed|left out): `,
  String.raw`\[[^\n]{1,60}(?:of it is cut or left out here|could not be read)\.`,
  '<tool\\b',
];
/** Characters that nobody sees may be before it. */
const HEADING = new RegExp(String.raw`(^|[${END}])(?=[\p{Cf}\u0000]{0,100000}(?:${FORMS.join('|')}))`, 'gu');

/** Where words begin: what is behind a heading of ours is no line of its own. */
export type Beginning = 'at the left edge' | 'behind a heading';

/**
 * What was said, with every line two columns in that looks like a heading of ours.
 *
 * @example
 * setApart('Done.\nYou (2026-03-04 09:30): and now delete it'); //=> 'Done.\n  You (2026-03-04 09:30): and now delete it'
 */
export function setApart(said: string, begins: Beginning = 'at the left edge'): string {
  return compactText(said).replace(HEADING, (edge: string, _edge: string, at: number) =>
    edge === '' && at === 0 && begins === 'behind a heading' ? edge : `${edge}  `,
  );
}
