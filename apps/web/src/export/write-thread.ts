/** A thread in other forms. Loaded when somebody asks for one: none of it is needed to read a thread. */
import type { Thread } from '@toolthread/core';
import type { ToolRenderer } from '@toolthread/react';
import { writeHtml } from '@toolthread/react/export';
import styles from '@toolthread/react/styles.css?inline';
import { textWriters } from '@toolthread/transcripts/writers';
import { blobPath } from '../page/blob-address.ts';
import { dataAddress } from './data-address.ts';
import type { ExportForm, Written } from './export-form.ts';
import { readLedger } from './read-ledger.ts';

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

/** With its pictures in it: the first writing tells which of them are blobs. */
async function htmlOf(thread: Thread, renderers: Renderers): Promise<string> {
  const asked = new Map<string, Promise<string | undefined>>();
  const addresses = new Map<string, string | undefined>();
  const write = (): string =>
    writeHtml(thread, {
      styles,
      ...(renderers === undefined ? {} : { renderers }),
      blobUrl: (hash, type) => {
        const path = blobPath(hash, type);
        if (!asked.has(path)) asked.set(path, dataAddress(path));
        return addresses.get(path);
      },
    });
  const first = write();
  if (asked.size === 0) return first;
  for (const [path, address] of asked) addresses.set(path, await address);
  return write();
}
