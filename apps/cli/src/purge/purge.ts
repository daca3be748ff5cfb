import { text } from 'node:stream/consumers';
import type { LedgerEvent } from '@toolthread/core';
import { countOf } from '@toolthread/core/text';
import { isPostgresUrl } from '@toolthread/store';
import type { Ledger } from '@toolthread/store';
import { command } from '../command.ts';
import type { Command } from '../command.ts';
import { dataInUse, ledgerIn } from '../data-folder.ts';
import { openOwnLedger } from '../db/open-own-ledger.ts';
import { isAtWork } from '../delete/delete-thread.ts';
import { failure } from '../failure.ts';
import { printText } from '../terminal/print-text.ts';
import { eventsWith, textsIn } from './events-with.ts';
import { forkFamily } from './fork-family.ts';

const HELP = `toolthread purge THREAD [--data DIR] [--yes]

Removes some words from a thread, such as a password, and leaves the rest as it
is. The words are read from the standard input, all of it. Every event that
contains them is replaced by a note that something was removed there; files and
long results that contain them are removed, too. Without --yes it only says
which events those are. Forks of the thread that keep the words are named.
Threads in a file: stop the server first.

  --data DIR   the data folder (default: the one that serve uses)
  --yes        remove them

  toolthread purge 0198c1a2-7d1e-7000-9c55-0a1b2c3d4e5f < the-password.txt
`;

const OPTIONS = { data: { type: 'string' }, yes: { type: 'boolean' } } as const;

/** Fewer letters would also match other words. */
const SHORTEST = 4;
const PAGE = 1000;

export const purge: Command = command(
  { name: 'purge', help: HELP, options: OPTIONS },
  async ({ data, yes }, [id, ...others]) => {
    if (id === undefined || others.length > 0)
      return failure(id === undefined ? 'Which thread?' : 'One thread at a time.', 'toolthread purge THREAD');
    const used = await dataInUse(data, process.env);
    if (!used.ok) return failure(used.what, used.whatToDo);
    const words = (await text(process.stdin)).trim();
    if (words.length < SHORTEST)
      return failure(`Which words? At least ${SHORTEST} letters, as the input.`, 'toolthread purge --help');
    const file = ledgerIn(used.data, process.env);
    const opened = await openOwnLedger(file);
    if (!opened.ok) return failure(opened.error.message, opened.whatToDo);
    const ledger = opened.value;
    try {
      const seqs = await seqsWith(ledger, id, words);
      if (typeof seqs === 'string') return failure(seqs);
      const others = await inForks(ledger, file, id, words);
      if (seqs.length === 0) return failure('No event of this thread holds these words. Nothing was removed.', others);
      if (yes !== true) {
        await printText(`${countOf(seqs.length, 'event')}: ${seqs.join(', ')}. With --yes they are removed.\n`);
        if (others !== undefined) await printText(`${others}\n`);
        return 0;
      }
      if (isPostgresUrl(file) && (await isAtWork(ledger, id)))
        return failure('A server is at work in this thread: stop its run first. Nothing was removed.');
      if (await hasOpenRequest(ledger, id))
        return failure('This thread waits for an answer of a person: answer it, or stop its run. Nothing was removed.');
      for (const seq of seqs) {
        const purged = await ledger.purge(id, seq, { purged: 'the operator removed it', by: 'operator' });
        if (!purged.ok) return failure(`Event ${seq} could not be removed: ${purged.error.message}`, 'Run it again.');
      }
      const left = await seqsWith(ledger, id, words);
      if (left.length > 0)
        return failure(
          `An id or a name that is needed has them: these events still hold these words: ${String(left)}.`,
          'Delete the thread: toolthread delete THREAD',
        );
      await printText(`${countOf(seqs.length, 'event')} removed.\n`);
      if (others !== undefined) await printText(`${others}\n`);
      return 0;
    } finally {
      await ledger.close();
    }
  },
);

/** An open request could be among what is removed: then nobody could answer it. */
async function hasOpenRequest(ledger: Ledger, id: string): Promise<boolean> {
  const thread = await ledger.thread(id);
  return thread.ok && thread.value.waiting > 0;
}

/** The events that hold the words, or why they cannot be read. */
async function seqsWith(ledger: Ledger, id: string, words: string): Promise<readonly number[] | string> {
  const events = await eventsOf(ledger, id);
  if (typeof events === 'string') return events;
  return eventsWith(events, words, await blobsWith(ledger, events, words));
}

/** A fork has a copy of its own of what was said before it. */
async function inForks(ledger: Ledger, place: string, id: string, words: string): Promise<string | undefined> {
  const found: string[] = [];
  for (const other of await forkFamily(ledger, place, id)) {
    const seqs = await seqsWith(ledger, other, words);
    if (typeof seqs === 'string' || seqs.length > 0) found.push(other);
  }
  return found.length === 0
    ? undefined
    : `Forks keep these words until they are purged there, too:\n${found.map((other) => `  ${other}`).join('\n')}`;
}

/** Or why they cannot be read. */
async function eventsOf(ledger: Ledger, thread: string): Promise<readonly LedgerEvent[] | string> {
  const events: LedgerEvent[] = [];
  for (;;) {
    const page = await ledger.read(thread, { after: events.at(-1)?.seq ?? 0, limit: PAGE });
    if (!page.ok) return page.error.message;
    events.push(...page.value);
    if (page.value.length === 0) return events;
  }
}

async function blobsWith(ledger: Ledger, events: readonly LedgerEvent[], words: string): Promise<ReadonlySet<string>> {
  const named = new Set(events.flatMap(textsIn).filter((text) => /^(?:sha256[:-])?[0-9a-f]{64}$/.test(text)));
  const found = new Set<string>();
  for (const hash of named) {
    const blob = await ledger.getBlob(hash);
    if (blob.ok && Buffer.from(blob.value).includes(words)) found.add(hash);
  }
  return found;
}
