import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countOf } from '@toolthread/core/text';
import { examineLedger, repairLedger } from '@toolthread/store';
import type { Examination } from '@toolthread/store';
import { failure } from '../failure.ts';
import { parsed } from '../parse-options.ts';
import { defaultData } from '../serve/serve-options.ts';
import { printText } from '../terminal/print-text.ts';

const HELP = `toolthread doctor [--data DIR] [--repair]

Reads everything that is kept in a data folder and says what is not as it was
written: the file, every event, the list of threads, the blobs. It changes
nothing, and a server may run meanwhile. The exit code is 1 if something is
wrong.

  --data DIR   the data folder (else the one that serve uses)
  --repair     set the file aside as it is, and go on with a new one: each
               thread up to its last event that is as it was written

  toolthread doctor
  toolthread doctor --data ./threads --repair
`;

export async function doctor(args: readonly string[]): Promise<number> {
  const options = {
    data: { type: 'string' },
    repair: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const parse = parsed(() => parseArgs({ args: [...args], options }));
  if (!parse.ok) return failure(parse.reason, 'Run "toolthread doctor --help".');
  const { values } = parse.given;
  if (values.help === true) {
    await printText(HELP);
    return 0;
  }
  const file = join(resolve(values.data ?? defaultData(process.env)), 'ledger.db');
  const found = await examineLedger(file);
  if (!found.ok) return failure(found.error.message, 'Name the data folder with --data DIR.');
  const { counts, problems } = found.value;
  await printText(`${file}\n`);
  await printText(counts === undefined ? 'What is in it could not be counted.\n' : `${countWords(counts)}\n`);
  if (problems.length === 0) {
    await printText('All of it is as it was written.\n');
    return 0;
  }
  await printText(`${problems.join('\n')}\n`);
  if (values.repair !== true) {
    return failure(
      `${countOf(problems.length, 'problem')}.`,
      'With --repair the file is set aside, and what is sound goes on in a new one.',
    );
  }
  const repaired = await repairLedger(file);
  if (!repaired.ok) return failure(repaired.error.message);
  await printText(`${repaired.value}\n`);
  return 0;
}

function countWords({ threads, events, blobs }: NonNullable<Examination['counts']>): string {
  return `${countOf(threads, 'thread')}, ${countOf(events, 'event')}, ${countOf(blobs, 'blob')}.`;
}
