/**
 * How much work a text would be for the parser, counted without parsing it: from each sign, and from each line, the parser may
 * look to the end of the paragraph, and it reads what is inside lists and quotes once for each level. The counts bound it, never
 * a clock: the same text is drawn alike everywhere.
 */

/** A piece that would be more work than this is drawn as it is. */
export const MOST_WORK = 160_000;

/** A longer line is not parsed in any case. */
const LINE_READ = 8_192;

const sign = /[\\<>!&[`*~_|@$]|https?:|www\./g;
const wideGap = /[ \t]{32}[ \t]*/g;
const rule = /^ {0,3}(?:[-*_=] ?){3,200}$/;
const listItem = /^( *)([-*+]|\d{1,9}[.)]) {1,1000}(?=\S)/;
const heading = /^ {0,3}#{1,6} /;
const tooDeep = /^(?: {40}|\t{10}|(?:[ \t]{0,8}(?:>|[-*+](?![-*+])|\d{1,9}[.)])){8})/;

/** Counts work line by line. A list item, a heading and a row of a table are paragraphs of their own. */
export class WorkCounter {
  total = 0;
  #length = 0;
  #signs = 0;
  #item: { readonly content: number } | undefined;
  #quoted = 0;
  #previous = '';
  #table = false;

  /** Signs in the line that might become something. */
  add(line: string): number {
    const signs = signsIn(line);
    if (this.#begins(line)) this.#length = this.#signs = 0;
    const before = this.#length * this.#signs;
    this.#length += line.length + 1;
    this.#signs += signs + 1;
    this.total += line.length + this.#length * this.#signs - before;
    this.#quoted = line.trim() === '' ? 0 : this.#quoted + line.length + 1;
    // What a quote holds is read again for each line that may go on with it.
    if (/^[ \t]{0,9}(?:[-*+] {1,9})?>/.test(line)) this.total += 2 * this.#quoted;
    if (tooDeep.test(line)) this.total += MOST_WORK;
    this.#previous = line;
    return signs;
  }

  #begins(line: string): boolean {
    if (line.trim() === '') return true;
    const item = listItem.exec(line);
    const [whole = '', indent = '', marker = ''] = item ?? [];
    const begun = /^[-*+]/.test(marker) || this.#item !== undefined || this.#length === 0;
    if (item !== null && begun && indent.length < (this.#item?.content ?? 0) + 4) {
      this.#item = { content: whole.length };
      return true;
    }
    if (this.#previous.trim() === '' && !line.startsWith(' ')) this.#item = undefined;
    const row = /^ {0,3}\|/.test(line);
    this.#table = row && (this.#table || isDelimiterRow(line, this.#previous));
    return this.#table || heading.test(line);
  }
}

/** `parseWork('**a** b')` is 47: five times eight for four marks and a line, and the seven characters. */
export function parseWork(text: string): number {
  const count = new WorkCounter();
  for (const line of text.split('\n')) count.add(line);
  return count.total;
}

const delimiterRow =
  /^ {0,3}\|?[ \t]{0,20}:?--*:?[ \t]{0,20}(?:\|[ \t]{0,20}:?--*:?[ \t]{0,20}){0,1000}\|?[ \t]{0,20}$/;

/** Whether the line, below `head`, makes a table of the two. */
export function isDelimiterRow(line: string, head: string): boolean {
  return line.length < 2_000 && head.length < 2_000 && head.includes('|') && delimiterRow.test(line);
}

function signsIn(line: string): number {
  const read = line.slice(0, LINE_READ);
  if (rule.test(read)) return 0;
  const gaps = read.match(wideGap)?.reduce((sum, gap) => sum + gap.length, 0) ?? 0;
  return (read.match(sign)?.length ?? 0) + gaps;
}
