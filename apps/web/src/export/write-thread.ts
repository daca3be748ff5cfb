/** A thread in other forms. Loaded when somebody asks for one: none of it is needed to read a thread. */
import { titleOf } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import type { ToolRenderer } from '@toolthread/react';
import { htmlInPieces, loadHighlight } from '@toolthread/react/export';
import styles from '@toolthread/react/styles.css?inline';
import { textWriters } from '@toolthread/transcripts/writers';
import { blobPath } from '../page/blob-address.ts';
import { dataAddress } from './data-address.ts';
import type { ExportForm, Written } from './export-form.ts';
import { readLedger } from './read-ledger.ts';
import { type BlobAddress, withBlobs } from './with-blobs.ts';

/** Undefined: those that a thread has by itself. */
export type Renderers = readonly ToolRenderer[] | undefined;

/** `await writeThread(thread, 'md', undefined)` */
export async function writeThread(thread: Thread, form: ExportForm, renderers: Renderers): Promise<Written> {
  switch (form) {
    case 'html':
      return { ok: true, text: await htmlOf(thread, renderers), type: 'text/html' };
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

/** With its pictures and files in it. */
async function htmlOf(thread: Thread, renderers: Renderers): Promise<string> {
  // Where a language cannot be fetched, code is plain, as on the page.
  const highlight = await loadHighlight().catch(() => undefined);
  const write = (address: BlobAddress, leftOut: string | undefined): string => {
    const { start, items, end } = htmlInPieces(
      { title: titleOf(thread.state), ...(leftOut === undefined ? {} : { about: leftOut }) },
      {
        styles,
        ...(renderers === undefined ? {} : { renderers }),
        ...(highlight === undefined ? {} : { highlight }),
        blobUrl: (hash, type) => address(blobPath(hash, type)),
      },
    );
    return [start, ...items(thread), end(thread.state)].join('');
  };
  return withBlobs(write, dataAddress);
}
