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
    for (const row of [...rowsOf(drawn), ...timeRows(drawn)]) yield { ...row, indent: row.indent + drawn.indent };
  }
}

/** When a message was written. */
function timeRows({ kind, source }: PlacedLine): Line[] {
  const when = kind === 'message' && source?.kind === 'message' ? timeText(source.at) : undefined;
  return when === undefined ? [] : [line([span(when, 'faint')], HANG)];
}

function rowsOf(drawn: PlacedLine): Line[] {
  const { spans } = drawn;
  const last = spans.at(-1);
  if (last === undefined) return [];
  if (drawn.kind === 'message') return messageRows(drawn.spans);
  if (drawn.kind === 'words' && last.role === 'words') return markdownLines(last.text);
  const before = spans.slice(0, -1).map(({ role, text }) => span(text, styleOf(role, drawn.state)));
  const [first, ...rest] = textLines(last.text, styleOf(last.role, drawn.state));
  if (before.length === 0 && drawn.kind !== 'fold') return first === undefined ? [] : [first, ...rest];
  // Where the last one has nothing to see, those before it have.
  return [line([...before, ...(first?.spans ?? [])], 0, HANG), ...rest];
}

/** `❯ upgrade the parser`; anyone but the reader is named. */
function messageRows(spans: readonly LineSpan[]): Line[] {
  const author = spans.find(({ role }) => role === 'author');
  const words = spans.find(({ role }) => role === 'words');
  const [first, ...rest] = textLines(words?.text ?? '', 'strong');
  const mark = span(author === undefined ? '❯ ' : `❯ ${author.text}: `, 'accent');
  return [line([mark, ...(first?.spans ?? [])], 0, HANG), ...rest.map((row) => ({ ...row, indent: HANG }))];
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
