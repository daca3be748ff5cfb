/** Brings the index up to date with what is on this computer. Read is only what has changed; between two of them others have their turn. */
import { setImmediate } from 'node:timers/promises';
import { homedir } from 'node:os';
import { shortPath } from '@toolthread/core/text';
import { newest, listSessions } from '../sessions/list-sessions.ts';
import type { Session } from '../sessions/list-sessions.ts';
import { idOf } from '../sessions/served/session-desk.ts';
import type { Environment } from '../sessions/session-places.ts';
import { openSession } from '../thread/open-session.ts';
import type { IndexedSource, IndexWriter } from './index-writer.ts';
import { sessionTexts } from './session-texts.ts';
import type { SessionText } from './session-texts.ts';

export interface RoundOptions {
  readonly env: Environment;
  /** Marks secrets, as everywhere. */
  readonly redact: (text: string) => string;
  /** Told before each that is read: `told(12, 2000)`. */
  readonly told: (done: number, total: number) => void;
}

interface Source extends IndexedSource {
  read(): AsyncIterable<SessionText>;
}

const QUIET = { show: () => undefined, clear: () => undefined };

/** `await indexRound(writer, { env: process.env, redact, told })` */
export async function indexRound(writer: IndexWriter, { env, redact, told }: RoundOptions): Promise<void> {
  const sessions = await listSessions(env, QUIET, () => undefined);
  const home = env['HOME'] ?? homedir();
  const sources = sessions.map((session) => sessionSource(session, home));
  const stamps = writer.stamps();
  const here = new Set(sources.map(({ key }) => key));
  for (const key of stamps.keys()) if (!here.has(key)) writer.drop(key);
  const changed = sources.filter(({ key, stamp }) => stamps.get(key) !== stamp).sort((a, b) => b.at - a.at);
  for (const [place, source] of changed.entries()) {
    told(sources.length - changed.length + place, sources.length);
    await setImmediate();
    await writer.put({ ...source, title: redact(source.title) }, redacted(source, redact));
  }
  told(sources.length, sources.length);
}

async function* redacted(source: Source, redact: (text: string) => string): AsyncIterable<SessionText> {
  let title = source.title.normalize('NFC');
  for await (const said of source.read()) {
    const { place, whose, tool, author, text } = said;
    const names = {
      ...(tool === undefined ? {} : { tool: redact(tool) }),
      ...(author === undefined ? {} : { author: redact(author) }),
    };
    yield { ...said, ...names, whose: redact(whose), text: redact(text) };
    // Mostly a thread is called by its first words.
    if (title !== '' && !text.includes(title)) yield { place, whose: 'title', text: redact(title) };
    title = '';
  }
}

function sessionSource(session: Session, home: string): Source {
  const { path, agent, size, mtimeMs, stamp = '', summary } = session;
  return {
    key: path,
    stamp: `${size} ${mtimeMs} ${stamp}`,
    id: idOf(path),
    agent,
    title: summary.title,
    project: shortPath(summary.project, home),
    at: newest(session),
    async *read() {
      const opened = await openSession(path);
      if (!opened.ok) return;
      // Of one that comes in pieces no place is known: it is too long for the page.
      let held: readonly SessionText[] | undefined;
      let isInPieces = false;
      for await (const piece of opened.session.pieces()) {
        if (held !== undefined) {
          isInPieces = true;
          yield* withoutPlaces(held);
        }
        held = [...sessionTexts(piece)];
      }
      if (held !== undefined) yield* isInPieces ? withoutPlaces(held) : held;
    },
  };
}

function withoutPlaces(texts: readonly SessionText[]): readonly SessionText[] {
  return texts.map((text) => ({ ...text, place: undefined }));
}
