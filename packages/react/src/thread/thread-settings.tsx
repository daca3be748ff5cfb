import { createContext, use } from 'react';
import type { Context } from 'react';
import type { RevealedEntries } from '../items/revealed-entries.ts';
import type { ToolRenderer } from '../tools/tool-renderer.ts';
import type { DiffOutcome, ThreadActions } from './actions/thread-actions.ts';
import type { OpenedStore } from './opened-store.ts';

/** What every part of a thread may need. The parts also work alone, with these defaults. */
export interface ThreadSettings {
  readonly actions: ThreadActions;
  /** The thread's id: what is half filled in its cards is kept under it. Absent: it lasts as long as the card. */
  readonly thread?: string | undefined;
  /** Undefined: those a thread has by itself. */
  readonly renderers: readonly ToolRenderer[] | undefined;
  /** Undefined: each part remembers for itself, until it is gone. */
  readonly opened: OpenedStore | undefined;
  /** Where the page finds a stored blob of its own server. */
  readonly blobUrl: BlobUrl | undefined;
  /** The diffs of changes, by their names, where they are known before anything is drawn. */
  readonly diffs?: ((change: string) => DiffOutcome | undefined) | undefined;
  /** Whether the server answers. What failed while it did not is not told any more when it does. Absent: it does. */
  readonly reachable?: boolean;
  /** What the reader may do: who may only read is shown nothing to press. Absent: whatever there is an action for. */
  readonly may?: 'all' | 'read';
  /** Who may approve, where the reader may not: their names are in place of the buttons. Absent: the reader may. */
  readonly approvers?: readonly string[] | undefined;
  /** Another program asks, and this is only its session: it is answered there. Absent: it is answered here. */
  readonly askedElsewhere?: boolean;
  /** Leads the reader to an item or an entry, by its key, and opens what it is in. Absent: nobody can be led anywhere. */
  readonly show?: (key: string) => void;
  /** Which entries of long lists somebody was led to. */
  readonly revealed?: RevealedEntries;
  /** Says what was refused where the part that sent it is gone. */
  readonly tellLate?: (problem: string) => void;
}

/**
 * An address; or the promise of one, where its bytes have to be fetched first because an `<img>` cannot send what the server asks for.
 * Undefined: they are not available. The same blob is asked for as often as it is drawn.
 */
export type BlobUrl = (hash: string, mediaType: string) => string | undefined | Promise<string | undefined>;

/** Hands the settings to every part below. */
export const ThreadSettingsContext: Context<ThreadSettings> = createContext<ThreadSettings>({
  actions: {},
  renderers: undefined,
  opened: undefined,
  blobUrl: undefined,
});

export function useThreadSettings(): ThreadSettings {
  return use(ThreadSettingsContext);
}
