/** A thread in other forms. Loaded when somebody asks for one: none of it is needed to read a thread. */
import type { ThreadState } from '@toolthread/core';
import { writeHtml } from '@toolthread/react/export';
import styles from '@toolthread/react/styles.css?inline';
import { textWriters } from '@toolthread/transcripts/writers';
import type { ExportForm, Written } from './export-form.ts';
import { readLedger } from './read-ledger.ts';

/** `await writeThread(state, 'md')` */
export async function writeThread(state: ThreadState, form: ExportForm): Promise<Written> {
  switch (form) {
    case 'html':
      return { ok: true, text: writeHtml(state, { styles }), type: 'text/html' };
    case 'md':
      return { ok: true, text: textWriters.md({ state, events: [] }), type: 'text/markdown' };
    case 'jsonl': {
      const events = await readLedger(state.id);
      if (typeof events === 'string') return { ok: false, problem: events };
      return { ok: true, text: textWriters.jsonl({ state, events }), type: 'application/jsonl' };
    }
    default:
      return form satisfies never;
  }
}
