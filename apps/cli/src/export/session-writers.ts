/** A session as text in another form, piece by piece: `sessionWriters.md(session)`. */
import { isLongJson, jsonPieces } from '@toolthread/core/json';
import { timeline, writeLedger } from '@toolthread/core';
import type { LedgerEvent, ThreadState } from '@toolthread/core';
import { setApart } from '@toolthread/core/blocks';
import { formatSize, visible } from '@toolthread/core/text';
import { aboutWords, markdownHead, markdownItems, textWriter, timeText } from '@toolthread/transcripts';
import { aboutSession } from '../thread/open-session.ts';
import type { OpenedSession, Piece } from '../thread/open-session.ts';
import { unseenRecords } from '../thread/unseen-records.ts';
import { htmlWriter } from './html-writer.ts';
import { SLICE } from './slices.ts';
import { unreadWords } from './unread-words.ts';
import { writeMessages } from './write-messages.ts';

interface WriteOptions {
  /** Nothing is cut or left out. */
  readonly full: boolean;
  /** Called with what the form cannot contain. */
  readonly note?: (words: string) => void;
}

export type SessionWriter = (session: OpenedSession, options: WriteOptions) => AsyncIterable<string>;

export const sessionWriters: ReadonlyMap<string, SessionWriter> = new Map<string, SessionWriter>([
  ['html', writeHtml],
  ['md', writeMarkdown],
  ['text', writeText],
  ['jsonl', writeJsonl],
  ['anthropic', (session, { note }) => writeMessages(session, 'anthropic', note)],
  ['openai', (session, { note }) => writeMessages(session, 'openai', note)],
]);

async function* writeJsonl(session: OpenedSession): AsyncIterable<string> {
  for await (const piece of session.pieces()) yield* ledgerLines(piece);
}

async function* writeMarkdown(session: OpenedSession, { full }: WriteOptions): AsyncIterable<string> {
  const gap: Gap = { before: '' };
  let unread: string | undefined;
  let head = true;
  for await (const piece of session.pieces()) {
    unread = unreadWords(piece.state.account);
    yield* markdownOf(session, piece, { head, full, gap });
    head &&= gap.before === '';
  }
  if (unread !== undefined) yield `${gap.before}*${unread}*`;
  yield '\n';
}

/** What is between the last words that were written and the next ones. */
interface Gap {
  before: string;
}

function* markdownOf(
  session: OpenedSession,
  piece: Piece,
  { head, full, gap }: { readonly head: boolean; readonly full: boolean; readonly gap: Gap },
): Iterable<string> {
  const { items } = timeline(piece);
  const first = head ? markdownHead(aboutSession(session, piece.state)) : [];
  const unseen = full ? unseenParagraphs(piece.events, items, session.title) : [];
  for (const paragraphs of [first, markdownItems(items), unseen]) {
    for (const paragraph of paragraphs) {
      // Each by itself: together they would be a copy, and one may have a hundred megabytes.
      if (gap.before !== '') yield gap.before;
      yield paragraph;
      gap.before = '\n\n';
    }
  }
}

/** A line that is four columns in is code for every reader of Markdown: nothing in it acts. */
function* unseenParagraphs(...piece: Parameters<typeof unseenRecords>): Iterable<string> {
  for (const { head, text } of unseenRecords(...piece)) {
    yield `    ${visible(head)}\n    ${visible(text)}`;
  }
}

async function* writeText(session: OpenedSession, { full }: WriteOptions): AsyncIterable<string> {
  const gap: Gap = { before: '' };
  let writer: TextWriter | undefined;
  let cut: TextWriter | undefined;
  let whole: TextWriter | undefined;
  let left = 0;
  let unread: string | undefined;
  for await (const piece of session.pieces()) {
    unread = unreadWords(piece.state.account);
    const about = aboutSession(session, piece.state);
    writer ??= textWriter(about, { whole: full, plain: full });
    // Both as they were said: what is left out is counted without a copy of it.
    cut ??= textWriter(about, { plain: true });
    whole ??= textWriter(about, { whole: true, plain: true });
    yield* textOf(writer, piece, gap);
    if (full) yield* unseenText(piece, session.title, gap);
    else left += bytesOf(whole, piece) - bytesOf(cut, piece);
  }
  if (left > 0)
    yield `\n\n[${formatSize(left)} of it is cut or left out here. "toolthread export --full" writes all of it.]`;
  if (unread !== undefined) yield `\n\n[${unread}]`;
  yield '\n';
}

type TextWriter = ReturnType<typeof textWriter>;

function* textOf(writer: TextWriter, piece: Piece, gap: Gap): Iterable<string> {
  for (const text of writer.texts(timeline(piece).items)) {
    // A text ends with one newline, whatever its last words end with.
    const end = text.trimEnd().length;
    // Each by itself: together they would be a copy, and one may have a hundred megabytes.
    if (end > 0) yield gap.before;
    if (end > 0) yield text.slice(0, end);
    gap.before = (end > 0 ? '' : gap.before) + text.slice(end);
  }
}

function* unseenText(piece: Piece, title: string | undefined, gap: Gap): Iterable<string> {
  for (const { head, text } of unseenRecords(piece.events, timeline(piece).items, title)) {
    yield `\n\n[${setApart(head, 'behind a heading')}]\n${setApart(text)}`;
    gap.before = '\n\n';
  }
}

function bytesOf(writer: TextWriter, piece: Piece): number {
  let bytes = 0;
  for (const text of writer.texts(timeline(piece).items)) bytes += Buffer.byteLength(text);
  return bytes;
}

async function* writeHtml(session: OpenedSession): AsyncIterable<string> {
  const inPieces = htmlWriter();
  let html: Awaited<ReturnType<typeof inPieces>> | undefined;
  let last: ThreadState | undefined;
  for await (const piece of session.pieces()) {
    if (html === undefined) {
      const about = aboutSession(session, piece.state);
      // The reader's title, where it has one, is better than the ledger's.
      html = await inPieces({
        title: about.title ?? piece.state.title,
        about: aboutWords(about).join(' · '),
        when: timeText,
      });
      yield html.start;
    }
    yield* html.items(piece);
    last = piece.state;
  }
  if (html !== undefined && last !== undefined) yield html.end(last);
}

/** The length of a string is limited, and a piece of a thread may be longer. */
function* ledgerLines({ events }: Piece): Iterable<string> {
  const BATCH = 500;
  let batch: LedgerEvent[] = [];
  for (const event of events) {
    const isLong = isLongJson(event, SLICE);
    if (!isLong) batch.push(event);
    if (!isLong && batch.length < BATCH) continue;
    yield writeLedger(batch);
    batch = [];
    if (isLong) yield* jsonPieces(event, { letters: SLICE });
    if (isLong) yield '\n';
  }
  yield writeLedger(batch);
}
