/** A session as text in another form, piece by piece: `sessionWriters.md(session)`. */
import { timeline, writeLedger } from '@toolthread/core';
import type { ThreadState } from '@toolthread/core';
import { setApart } from '@toolthread/core/blocks';
import { formatSize, visible } from '@toolthread/core/text';
import { aboutWords, markdownHead, markdownItems, textWriter, timeText } from '@toolthread/transcripts';
import { aboutSession } from '../thread/open-session.ts';
import type { OpenedSession } from '../thread/open-session.ts';
import { unseenRecords } from '../thread/unseen-records.ts';
import { htmlWriter } from './html-writer.ts';
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
  for await (const { events } of session.pieces()) yield* inBatches(events, (batch) => writeLedger(batch));
}

async function* writeMarkdown(session: OpenedSession, { full }: WriteOptions): AsyncIterable<string> {
  let before = '';
  let unread: string | undefined;
  for await (const piece of session.pieces()) {
    unread = unreadWords(piece.state.account);
    const head = before === '' ? markdownHead(aboutSession(session, piece.state)) : [];
    const { items } = timeline(piece);
    const unseen = full ? unseenParagraphs(piece.events, items, session.title) : [];
    for (const paragraphs of [head, markdownItems(items), unseen]) {
      for (const paragraph of paragraphs) {
        // Each by itself: together they would be a copy, and one may have a hundred megabytes.
        if (before !== '') yield before;
        yield paragraph;
        before = '\n\n';
      }
    }
  }
  if (unread !== undefined) yield `${before}*${unread}*`;
  yield '\n';
}

/** A line that is four columns in is code for every reader of Markdown: nothing in it acts. */
function* unseenParagraphs(...piece: Parameters<typeof unseenRecords>): Iterable<string> {
  for (const { head, text } of unseenRecords(...piece)) {
    yield `    ${visible(head)}\n    ${visible(text)}`;
  }
}

async function* writeText(session: OpenedSession, { full }: WriteOptions): AsyncIterable<string> {
  let writer: ReturnType<typeof textWriter> | undefined;
  let whole: ReturnType<typeof textWriter> | undefined;
  let space = '';
  let left = 0;
  let unread: string | undefined;
  for await (const piece of session.pieces()) {
    unread = unreadWords(piece.state.account);
    const about = aboutSession(session, piece.state);
    const { items } = timeline(piece);
    writer ??= textWriter(about, { whole: full, plain: full });
    whole ??= textWriter(about, { whole: true });
    for (const text of writer.texts(items)) {
      left -= Buffer.byteLength(text);
      // A text ends with one newline, whatever its last words end with.
      const end = text.trimEnd().length;
      if (end > 0) yield space + text.slice(0, end);
      space = (end > 0 ? '' : space) + text.slice(end);
    }
    if (full)
      for (const { head, text } of unseenRecords(piece.events, items, session.title)) {
        yield `\n\n[${setApart(head, 'behind a heading')}]\n${setApart(text)}`;
        space = '\n\n';
      }
    if (!full) for (const text of whole.texts(items)) left += Buffer.byteLength(text);
  }
  if (left > 0)
    yield `\n\n[${formatSize(left)} of it is cut or left out here. "toolthread export --full" writes all of it.]`;
  if (unread !== undefined) yield `\n\n[${unread}]`;
  yield '\n';
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
function* inBatches<T>(all: readonly T[], write: (batch: readonly T[]) => string): Iterable<string> {
  const BATCH = 500;
  for (let from = 0; from < all.length; from += BATCH) yield write(all.slice(from, from + BATCH));
}
