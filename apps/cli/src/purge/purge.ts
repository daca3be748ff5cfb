import { text } from 'node:stream/consumers';
import type { LedgerEvent } from '@toolthread/core';
import { countOf } from '@toolthread/core/text';
import { isPostgresUrl, openLedger, openPostgresLedger } from '@toolthread/store';
import type { Ledger } from '@toolthread/store';
import { command } from '../command.ts';
import type { Command } from '../command.ts';
import { dataInUse, ledgerIn } from '../data-folder.ts';
import { isAtWork } from '../delete/delete-thread.ts';
import { failure } from '../failure.ts';
import { printText } from '../terminal/print-text.ts';
import { eventsWith, textsIn } from './events-with.ts';

const HELP = `toolthread purge THREAD [--data DIR] [--yes]

Removes what a thread holds of some words, a password say, and leaves the rest
as it is. The words are read from the input, all of it. Every event that holds
them is replaced by a note that something was removed there; files and long
results with them go, too. Without --yes it only says which events those are.
Threads in a file: stop the server first.

  --data DIR   the data folder (default: the one that serve uses)
  --yes        remove them

  toolthread purge 0198c1a2-7d1e-7000-9c55-0a1b2c3d4e5f < the-password.txt
`;

const OPTIONS = { data: { type: 'string' }, yes: { type: 'boolean' } } as const;

/** Fewer would be found in words that nobody means. */
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
    const opened = await (isPostgresUrl(file) ? openPostgresLedger({ url: file }) : openLedger({ file }));
    if (!opened.ok)
      return failure(opened.error.message, 'While a server has the file, nobody else writes to it: stop it first.');
    const ledger = opened.value;
    try {
      const events = await eventsOf(ledger, id);
      if (typeof events === 'string') return failure(events);
      const seqs = eventsWith(events, words, await blobsWith(ledger, events, words));
      if (seqs.length === 0) return failure('No event of this thread holds these words. Nothing was removed.');
      if (yes !== true) {
        await printText(`${countOf(seqs.length, 'event')}: ${seqs.join(', ')}. With --yes they are removed.\n`);
        return 0;
      }
      if (isPostgresUrl(file) && (await isAtWork(ledger, id)))
        return failure('A server is at work in this thread: stop its run first. Nothing was removed.');
      for (const seq of seqs) {
        const purged = await ledger.purge(id, seq, { purged: 'the operator removed it', by: 'operator' });
        if (!purged.ok) return failure(`Event ${seq} could not be removed: ${purged.error.message}`, 'Run it again.');
      }
      await printText(`${countOf(seqs.length, 'event')} removed.\n`);
      return 0;
    } finally {
      await ledger.close();
    }
  },
);

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
