/** What makes a terminal write over what is there: going back, and erasing. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
export const WRITES_OVER: RegExp = /\r(?!\n)|\x08|(?:\x1b\[|\x9b)[\d;]*[GJK]/;
