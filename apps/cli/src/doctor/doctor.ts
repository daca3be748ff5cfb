import { countOf } from '@toolthread/core/text';
import { examineLedger, isPostgresUrl, repairLedger } from '@toolthread/store';
import type { Examination } from '@toolthread/store';
import { plainCommand } from '../command.ts';
import type { Command } from '../command.ts';
import { failure } from '../failure.ts';
import { dataInUse, ledgerIn, ledgerName } from '../data-folder.ts';
import { printText } from '../terminal/print-text.ts';

const HELP = `toolthread doctor [--data DIR] [--repair]

Checks everything in a data folder for damage: the ledger file, every event,
the list of threads, the blobs. It changes nothing, and a server may run at the
same time. The exit code is 1 if something is damaged.

  --data DIR   the data folder (default: the one that serve uses)
  --repair     keep the damaged file under another name, and start a new one
               with each thread up to its last undamaged event

  toolthread doctor
  toolthread doctor --data ./threads --repair
`;

const OPTIONS = {
  data: { type: 'string' },
  repair: { type: 'boolean' },
} as const;

export const doctor: Command = plainCommand(
  { name: 'doctor', help: HELP, options: OPTIONS },
  async ({ data, repair }) => {
    const used = await dataInUse(data, process.env);
    if (!used.ok) return failure(used.what, used.whatToDo);
    const file = ledgerIn(used.data, process.env);
    if (isPostgresUrl(file))
      return failure(
        `The threads are in ${ledgerName(file)}.`,
        'PostgreSQL has tools of its own for that: pg_amcheck.',
      );
    const found = await examineLedger(file);
    if (!found.ok) return failure(found.error.message, 'Give the data folder with --data DIR.');
    const { counts, problems, older } = found.value;
    await printText(`${file}\n`);
    if (older !== undefined && problems.length === 0)
      return failure(
        `An earlier version wrote it (schema ${older}). The file is sound; what is in it was not examined.`,
        'Start the server once: that brings it up to date. Then run this again.',
      );
    await printText(counts === undefined ? 'What is in it could not be counted.\n' : `${countWords(counts)}\n`);
    if (problems.length === 0) {
      await printText('All of it is as it was written.\n');
      return 0;
    }
    await printText(`${problems.join('\n')}\n`);
    if (repair !== true) {
      return failure(
        `${countOf(problems.length, 'problem')}.`,
        'With --repair the file is set aside, and what is sound goes on in a new one.',
      );
    }
    const repaired = await repairLedger(file);
    if (!repaired.ok) return failure(repaired.error.message);
    await printText(`${repaired.value}\n`);
    return 0;
  },
);

function countWords({ threads, events, blobs }: NonNullable<Examination['counts']>): string {
  return `${countOf(threads, 'thread')}, ${countOf(events, 'event')}, ${countOf(blobs, 'blob')}.`;
}
