/** A thread in other forms. Loaded when somebody asks for one: none of it is needed to read a thread. */
import { titleOf } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import type { DiffOutcome, ThreadActions, ToolRenderer } from '@toolthread/react';
import { htmlInPieces, loadHighlight } from '@toolthread/react/export';
import styles from '@toolthread/react/styles.css?inline';
import { textWriters } from '@toolthread/transcripts/writers';
import { blobPath } from '../page/blob-address.ts';
import { dataAddress } from './data-address.ts';
import type { ExportForm, Written } from './export-form.ts';
import { readLedger } from './read-ledger.ts';
import { type BlobAddress, withBlobs } from './with-blobs.ts';

export interface WriteOptions {
  /** Undefined: those that a thread has by itself. */
  readonly renderers: readonly ToolRenderer[] | undefined;
  /** Undefined: of a change only the names of its files are written. */
  readonly diff: ThreadActions['diff'];
}

/** All diffs together: the file must still open in a browser. */
const MOST_DIFF = 20 * 1024 * 1024;

/** `await writeThread(thread, 'md', { renderers: undefined, diff: undefined })` */
export async function writeThread(thread: Thread, form: ExportForm, options: WriteOptions): Promise<Written> {
  switch (form) {
    case 'html':
      return { ok: true, text: await htmlOf(thread, options), type: 'text/html' };
    case 'md':
      return { ok: true, text: textWriters.md({ ...thread, events: [] }), type: 'text/markdown' };
    case 'jsonl': {
      const events = await readLedger(thread.state.id);
      if (typeof events === 'string') return { ok: false, problem: events };
      return { ok: true, text: textWriters.jsonl({ ...thread, events }), type: 'application/jsonl' };
    }
    default:
      return form satisfies never;
  }
}

/** With its pictures, files and diffs in it. */
async function htmlOf(thread: Thread, { renderers, diff }: WriteOptions): Promise<string> {
  // Where a language cannot be fetched, code is plain, as on the page.
  const highlight = await loadHighlight().catch(() => undefined);
  const diffs = diff === undefined ? undefined : await diffsOf(thread, diff);
  const write = (address: BlobAddress, leftOut: string | undefined): string => {
    const { start, items, end } = htmlInPieces(
      { title: titleOf(thread.state), ...(leftOut === undefined ? {} : { about: leftOut }) },
      {
        styles,
        ...(renderers === undefined ? {} : { renderers }),
        ...(highlight === undefined ? {} : { highlight }),
        blobUrl: (hash, type) => address(blobPath(hash, type)),
        ...(diffs === undefined ? {} : { diffs: (change: string) => diffs.get(change) }),
      },
    );
    return [start, ...items(thread), end(thread.state)].join('');
  };
  return withBlobs(write, dataAddress);
}

/** Those that the server gives out. Of the others the file has the names of what changed. */
async function diffsOf(
  { state }: Thread,
  diff: NonNullable<ThreadActions['diff']>,
): Promise<ReadonlyMap<string, DiffOutcome>> {
  const known = new Map<string, DiffOutcome>();
  let left = MOST_DIFF;
  for (const [change] of state.changes.entries()) {
    const outcome = await diff(change).catch(() => undefined);
    if (outcome?.ok !== true || outcome.diff.length > left) continue;
    left -= outcome.diff.length;
    known.set(change, outcome);
  }
  return known;
}
