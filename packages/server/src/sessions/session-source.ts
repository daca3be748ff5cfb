import type { SessionState } from '@toolthread/core/summary';
import type { EventDraft } from '@toolthread/core';

/** Sessions that other agents left on this computer. The server lists them and opens them as threads; no file of them is written. */
export interface SessionSource {
  /** All of them, in any order. It is asked again every few seconds: what has not changed should cost little. */
  list(): Promise<SessionList>;
  open(id: string): Promise<OpenedSession>;
  /** Reads a file that somebody gives, whole. Absent: none is taken. */
  take?(file: SessionFile): Promise<OpenedSession>;
}

/** A file that another agent left, wherever it was. */
export interface SessionFile {
  readonly name: string;
  readonly text: string;
}

/** [L4] `skipped`: how many files could not be read. `home`: the folder that `~` in a project stands for. */
export interface SessionList {
  readonly sessions: readonly ListedSession[];
  readonly skipped: number;
  readonly home?: string;
}

/** What a list says of a session. */
export interface ListedSession {
  /** Up to 64 letters and digits, always the same for this session, and no path. */
  readonly id: string;
  readonly agent: string;
  readonly title: string;
  /** The folder it worked in, as a person may see it: `~/code/shop`. Empty if it is not known. */
  readonly project: string;
  /** The model that answered last. */
  readonly model: string | undefined;
  readonly calls: number;
  readonly failed: number;
  readonly tokens: number;
  /** How long it worked, in milliseconds. */
  readonly workedMs: number;
  readonly startedAt: number | undefined;
  readonly endedAt: number;
  readonly state: SessionState;
}

/** A session to be read, or why it cannot be. */
export type OpenedSession =
  | { readonly ok: true; readonly reading: SessionReading }
  | {
      readonly ok: false;
      readonly code: 'no_such_session' | 'session_too_large' | 'session_unreadable';
      readonly message: string;
    };

/** A session that is read from its beginning, and on while it grows. Its events are the same each time it is read. */
export interface SessionReading {
  /** Its next events, some at a time; the first is `thread.created`. None: there are no more now. `rewritten`: what was read is there no more. */
  next(): Promise<readonly EventDraft[] | 'rewritten'>;
  /** Of a session at rest, what comes after all of them; undefined while it goes on, and where nothing is new since it was asked last. */
  rest(): Promise<SessionRest | undefined>;
  close(): void;
}

/** What is known of a session when nobody goes on with it. */
export interface SessionRest {
  /** The runs of its subagents that are in files of their own, as far as those came: all of them, each time. */
  readonly beside: readonly EventDraft[];
  /** The same with how all of it ends if nothing more comes; the last is `thread.closed`. */
  readonly ended: readonly EventDraft[];
}
