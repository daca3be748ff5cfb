/** A thread as lines for a terminal: what core says, in colours. */
import type { Item } from '@toolthread/core';
import { linesOf } from '@toolthread/core/lines';
import type { LinesForm, LineSpan, PlacedLine, TimelineLine } from '@toolthread/core/lines';
import { timeText } from '@toolthread/transcripts';
import { BLANK, line, span, textLines } from '../terminal/line.ts';
import type { Line } from '../terminal/line.ts';
import type { Style } from '../terminal/style.ts';
import { markdownLines } from './markdown-lines.ts';

/** How far in the rest of a row is, if it does not fit. */
const HANG = 2;

/** Items are parted by a blank line. */
export function* drawThread(items: Iterable<Item>, form: LinesForm): Iterable<Line> {
  let first = true;
  for (const drawn of linesOf(items, form, timeText)) {
    if (drawn.opens && !first) yield BLANK;
    first = false;
    for (const rows of [rowsOf(drawn), timeRows(drawn)])
      for (const row of rows) yield { ...row, indent: row.indent + drawn.indent };
  }
}

/** When a message was written. */
function timeRows({ kind, source }: PlacedLine): Line[] {
  const when = kind === 'message' && source?.kind === 'message' ? timeText(source.at) : undefined;
  return when === undefined ? [] : [line([span(when, 'faint')], HANG)];
}

function rowsOf(drawn: PlacedLine): Iterable<Line> {
  const last = drawn.spans.at(-1);
  if (last === undefined) return [];
  if (drawn.kind === 'message') return messageRows(drawn.spans);
  if (drawn.kind === 'words' && last.role === 'words') return markdownLines(last.text);
  return otherRows(drawn, last);
}

function* otherRows(drawn: PlacedLine, last: LineSpan): Iterable<Line> {
  const { spans } = drawn;
  const before = spans.slice(0, -1).map(({ role, text }) => span(text, styleOf(role, drawn.state)));
  const rows = textLines(last.text, styleOf(last.role, drawn.state));
  if (before.length > 0 || drawn.kind === 'fold') {
    const first = rows.next().value;
    // Where the last one has nothing to see, those before it have.
    yield line([...before, ...(first?.spans ?? [])], 0, HANG);
  }
  yield* rows;
}

/** `❯ upgrade the parser`; anyone but the reader is named. */
function* messageRows(spans: readonly LineSpan[]): Iterable<Line> {
  const author = spans.find(({ role }) => role === 'author');
  const words = spans.find(({ role }) => role === 'words');
  const rows = textLines(words?.text ?? '', 'strong');
  const mark = span(author === undefined ? '❯ ' : `❯ ${author.text}: `, 'accent');
  yield line([mark, ...(rows.next().value?.spans ?? [])], 0, HANG);
  for (const row of rows) yield { ...row, indent: HANG };
}

function styleOf(role: LineSpan['role'], state: TimelineLine['state']): Style {
  if (role === 'label') return state === undefined ? 'plain' : STATES[state];
  return state === 'failed' && (role === 'name' || role === 'note') ? 'bad' : ROLES[role];
}

const STATES: { readonly [state in NonNullable<TimelineLine['state']>]: Style } = {
  thinking: 'faint',
  working: 'accent',
  streaming: 'accent',
  called: 'accent',
  running: 'accent',
  retrying: 'accent',
  waiting: 'careful',
  failed: 'bad',
  denied: 'careful',
  interrupted: 'careful',
  skipped: 'careful',
  lost: 'careful',
  done: 'good',
};

const ROLES: { readonly [role in Exclude<LineSpan['role'], 'label'>]: Style } = {
  reader: 'accent',
  author: 'accent',
  title: 'strong',
  hint: 'faint',
  name: 'plain',
  arguments: 'faint',
  note: 'careful',
  result: 'plain',
  error: 'bad',
  words: 'plain',
  aside: 'faint',
  mark: 'plain',
};
