/** In Markdown, behind the name of somebody else than you, where no time does: a name alone may be anybody's words in bold. */
export const NO_TIME = 'time unknown';

const SPACE = String.raw`[\s>\p{Cf}]{0,9}`;
const TIME = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
const FORMS = [
  // Who speaks: you, or some name where a time follows it.
  String.raw`(?:\*\*|__)${SPACE}You\b`,
  String.raw`(?:\*\*|__).{1,200}?(?:\*\*|__)${SPACE}·${SPACE}(?:${TIME}|${NO_TIME})`,
  // What is said of an answer or a run: a whole line in italics.
  String.raw`\*[^*\s][^*]{0,400}\*${SPACE}$`,
  String.raw`_[^_\s][^_]{0,400}_${SPACE}$`,
  // What no turn shows, and why.
  '(?:hidden|malformed|left out): ',
];
const HEADING = new RegExp(`^${SPACE}(?:${FORMS.join('|')})`, 'u');

/** [L7] Whether a line looks like one that an export to Markdown writes itself: `likeHeading('**You** · 2026-03-04 09:30')`. */
export function likeHeading(line: string): boolean {
  return HEADING.test(line);
}
