/** A ledger.db of Toolthread itself: `data/ledger.db#THREAD`. */
import { dirname } from 'node:path';
import { firstFew } from '../terminal/first-few.ts';
import { countOf } from '@toolthread/core/text';
import { eventsIn, isPostgresUrl, threadsIn } from '@toolthread/store';
import { tailTranscript } from '@toolthread/transcripts';
import { ledgerName } from '../data-folder.ts';
import type { Trouble } from '../system-trouble.ts';
import type { ReadThread } from './read-thread.ts';

const LISTED = 20;

/** Undefined if the database is another program's. `longest`: of a longer text its beginning is read. */
export async function readOwnThread(file: string, thread: string, longest = Infinity): Promise<ReadThread | undefined> {
  const transcript = tailTranscript({ path: ledgerName(file) });
  const shortened = (_: string, value: unknown): unknown =>
    typeof value === 'string' && value.length > longest ? value.slice(0, longest) : value;
  // Line by line: a long thread is not in memory once more as one text.
  const events = await eventsIn(file, thread, (event) => {
    transcript.push(Buffer.from(`${JSON.stringify(event, longest === Infinity ? undefined : shortened)}\n`));
  });
  if (!events.ok && events.error.code === 'no_such_thread') {
    const trouble = await ownLedgerTrouble(file);
    return trouble && { ...trouble, what: `There is no thread ${thread} in ${ledgerName(file)}.` };
  }
  if (!events.ok) return { ok: false, what: `${ledgerName(file)}: ${events.error.message}`, whatToDo: doctorFor(file) };
  if (events.value === undefined) return undefined;
  transcript.end();
  return { ok: true, thread: transcript };
}

/** A ledger holds many threads: which of them? Undefined if the database is another program's. */
export async function ownLedgerTrouble(file: string): Promise<Trouble | undefined> {
  const threads = await threadsIn(file);
  if (!threads.ok)
    return {
      ok: false,
      what: `${ledgerName(file)} cannot be read: ${threads.error.message}.`,
      whatToDo: doctorFor(file),
    };
  if (threads.value === undefined) return undefined;
  const names = threads.value.map(({ id, title }) => `${ledgerName(file)}#${id}   ${title ?? '(no title)'}`);
  return {
    ok: false,
    what: `${ledgerName(file)} holds ${countOf(threads.value.length, 'thread')}.`,
    whatToDo:
      names.length === 0
        ? 'There is nothing to open in it yet.'
        : ['Name one:', ...firstFew(names, LISTED, ', older ones')].join('\n  '),
  };
}

function doctorFor(file: string): string {
  if (isPostgresUrl(file)) return 'Does DATABASE_URL name a database that can be reached?';
  return `Run "toolthread doctor --data ${dirname(file)}": it says what is wrong.`;
}
