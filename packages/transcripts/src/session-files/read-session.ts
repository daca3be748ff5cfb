import { foldTrusted, newThread } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { IMPORTED_THREAD } from '../thread/import-writer.ts';
import { readAs } from '../transcript/read-transcript.ts';
import type { ReadTranscript } from '../transcript/read-transcript.ts';
import { Transcript } from '../transcript/transcript.ts';
import type { TranscriptOptions } from '../transcript/transcript.ts';
import { feedSession } from './feed-session.ts';
import type { Feeding } from './feed-session.ts';
import type { SessionOutputs } from '../transcript/format-reader.ts';
import { NOT_THERE, readOwnFile, sessionFolder } from './session-folder.ts';

/**
 * A session with how many files of subagents were read with it, and their paths; or why there is none: the file cannot be read, or is no
 * session.
 */
export type ReadSession =
  | (ReadTranscript & { readonly ok: true; readonly agents: number; readonly agentFiles: readonly string[] })
  | NoSession;

/** Why a file gives no session. */
export interface NoSession {
  readonly ok: false;
  readonly code: 'unreadable' | 'unknown_format';
  readonly reason: string;
}

export const UNKNOWN_FORMAT: NoSession = {
  ok: false,
  code: 'unknown_format',
  reason: 'it is in no format of a session that is known',
};

/** `beside: false`: the file alone. */
export interface SessionOptions extends Omit<TranscriptOptions, 'path'>, Partial<Omit<Feeding, 'size'>> {
  /** A file in no known format is read, too: for whoever wants to see its records (`counts`). Without it, it is refused. */
  readonly anyFormat?: boolean;
  /** Is told each event, in its order; then `events` is empty, and none is held: a file of 6 MB may have two million. */
  readonly each?: (event: LedgerEvent) => void;
}

/**
 * Reads the file of a session, compressed or not, with what is in the session's own folder: the runs of its subagents, under the calls
 * that started them, and outputs too large for the transcript.
 *
 * @example
 * import { writeFileSync } from 'node:fs';
 * const text = '[{"role":"user","content":"Who uses the parser?"},{"role":"assistant","content":"Only the linter."}]';
 * const path = `${exampleFolder()}/chat.json`;
 * writeFileSync(path, text);
 * const session = await readSession(path);
 * session.ok && session.format; //=> 'openai'
 */
export async function readSession(
  path: string,
  { beside = true, mostAgentBytes, anyFormat = false, each, ...options }: SessionOptions = {},
): Promise<ReadSession> {
  const transcript = new Transcript({ ...options, path }, beside ? outputsOf(path) : undefined);
  const feeding = feedSession(transcript, path, {
    beside,
    ...(mostAgentBytes === undefined ? {} : { mostAgentBytes }),
  });
  let thread = newThread(IMPORTED_THREAD);
  const tell = (): void => {
    if (each === undefined) return;
    const events = transcript.take();
    events.forEach(each);
    thread = foldTrusted(thread, events);
  };
  let fed = await feeding.next();
  while (fed.done !== true) {
    tell();
    fed = await feeding.next();
  }
  if (!fed.value.ok) return { ok: false, code: 'unreadable', reason: fed.value.reason };
  const { agents, damage } = fed.value;
  transcript.end();
  // What is before the damage is no session.
  if (damage !== undefined && transcript.format === undefined) return { ok: false, code: 'unreadable', reason: damage };
  if (transcript.format === undefined && !anyFormat) return UNKNOWN_FORMAT;
  tell();
  return Object.assign(readAs(transcript, thread), { ok: true, agents: agents.length, agentFiles: agents } as const);
}

/** Of the path that a result names, only the file's name is used. */
export function outputsOf(path: string): SessionOutputs {
  const folder = sessionFolder(path, 'tool-results');
  return (name) => {
    const bytes = folder.ok ? readOwnFile(folder.value, name) : folder;
    if (bytes.ok) return { ok: true, text: Buffer.from(bytes.value).toString('utf8') };
    return { ok: false, reason: bytes.reason === NOT_THERE ? undefined : bytes.reason };
  };
}
