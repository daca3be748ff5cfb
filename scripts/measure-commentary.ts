/**
 * How often the live line is wrong: `npm exec -- node scripts/measure-commentary.ts FOLDER`.
 *
 * Every text of every transcript below the folder is streamed again, eight characters at a time, through the fold. A file
 * has whole texts, so how the model cut them is not known; the rules do not depend on it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldThread, newThread } from '@toolthread/core';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { ANSWER_THRESHOLD, whereDrawn } from '@toolthread/core/testing';
import type { WhereDrawn } from '@toolthread/core/testing';
import { readTranscript } from '@toolthread/transcripts';

const DELTA = 8;

interface Shown {
  readonly text: string;
  /** Where it stood while it came. */
  readonly places: Set<WhereDrawn>;
  /** Where it stands now. */
  readonly last: () => WhereDrawn | undefined;
}

const folder = process.argv[2];
if (folder === undefined) {
  process.stderr.write('Give a folder of transcripts: npm exec -- node scripts/measure-commentary.ts FOLDER\n');
  process.exit(1);
}

let commentary = 0;
let misplaced = 0;
let longAnswers = 0;
let late = 0;
for (const path of filesBelow(folder)) {
  const { events } = readTranscript(readFileSync(path), { path });
  for (const { text, places, last } of streamed(events)) {
    if (last() === 'entry') {
      commentary += 1;
      if (places.has('answer')) misplaced += 1;
    }
    if (last() === 'answer' && [...text].length > ANSWER_THRESHOLD) {
      longAnswers += 1;
      if (!places.has('answer')) late += 1;
    }
  }
}
if (commentary + longAnswers === 0) {
  process.stderr.write(`${folder} has no transcript in which an agent said anything.\n`);
  process.exit(1);
}
const share = commentary === 0 ? 0 : (100 * misplaced) / commentary;
process.stdout.write(
  `commentary shown in the answer's place: ${misplaced} of ${commentary} (${share.toFixed(1)}%)\n` +
    `answers longer than ${ANSWER_THRESHOLD} that waited for their end: ${late} of ${longAnswers}\n`,
);

function filesBelow(top: string): string[] {
  const entries = readdirSync(top, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(jsonl|json)$/.test(entry.name));
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

function streamed(events: readonly LedgerEvent[]): readonly Shown[] {
  const shown: Shown[] = [];
  let thread = newThread('measured');
  const write = (draft: EventDraft): void => {
    const { id, seq } = thread.state;
    thread = foldThread(thread, { ...draft, v: 1, thread: id, seq: seq + 1, at: draft.at ?? 0 });
  };
  for (const { v: _v, thread: _thread, seq: _seq, ...draft } of events) {
    if (draft.type !== 'agent.part.completed' || draft.kind !== 'text' || draft.text === undefined) {
      write(draft);
      continue;
    }
    const { text, step, part, scope } = draft;
    const places = new Set<WhereDrawn>();
    const where = (): WhereDrawn | undefined => whereDrawn(thread, scope, step, part);
    shown.push({ text, places, last: where });
    for (let offset = 0; offset < text.length; offset += DELTA) {
      const delta = { type: 'agent.text.delta', step, part, offset, text: text.slice(offset, offset + DELTA) } as const;
      write(scope === undefined ? delta : { ...delta, scope });
      const now = where();
      if (now !== undefined && offset + DELTA < text.length) places.add(now);
    }
    write(draft);
  }
  return shown;
}
