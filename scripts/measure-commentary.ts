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
import { whereDrawn } from '@toolthread/core/testing';
import type { WhereDrawn } from '@toolthread/core/testing';
import { readTranscript } from '@toolthread/transcripts';
import { scriptArguments } from './script-options.ts';

const DELTA = 8;
/** An answer that long must not wait for its end. In code points. */
const MUST_STREAM = 640;

interface Shown {
  readonly length: number;
  /** How much of it had arrived when it first stood in the answer's place, while it came. */
  readonly answerAt: number | undefined;
  /** Where it is now. */
  readonly last: () => WhereDrawn | undefined;
}

interface Figures {
  commentary: number;
  misplaced: number;
  longAnswers: number;
  late: number;
  readonly delays: number[];
}

const USAGE = 'npm exec -- node scripts/measure-commentary.ts FOLDER';
const [folder] = scriptArguments(USAGE, {}).positionals;
if (folder === undefined) {
  process.stderr.write(`Give a folder of transcripts.

${USAGE}
`);
  process.exit(2);
}

const all = noFigures();
const byAgent = new Map<string, Figures>();
for (const path of filesBelow(folder)) {
  const { events, format = 'unknown' } = readTranscript(readFileSync(path), { path });
  const own = byAgent.get(format) ?? noFigures();
  byAgent.set(format, own);
  for (const shown of streamed(events)) for (const figures of [all, own]) count(figures, shown);
}
if (all.commentary + all.delays.length === 0) {
  process.stderr.write(`${folder} has no transcript in which an agent said anything.\n`);
  process.exit(1);
}
process.stdout.write(`all\n${written(all)}`);
for (const [agent, figures] of byAgent) {
  if (figures.commentary + figures.delays.length > 0) process.stdout.write(`${agent}\n${written(figures)}`);
}

function noFigures(): Figures {
  return { commentary: 0, misplaced: 0, longAnswers: 0, late: 0, delays: [] };
}

function count(figures: Figures, { length, answerAt, last }: Shown): void {
  if (last() === 'entry') {
    figures.commentary += 1;
    if (answerAt !== undefined) figures.misplaced += 1;
  }
  if (last() !== 'answer') return;
  figures.delays.push(answerAt ?? length);
  if (length <= MUST_STREAM) return;
  figures.longAnswers += 1;
  if (answerAt === undefined) figures.late += 1;
}

function written({ commentary, misplaced, longAnswers, late, delays }: Figures): string {
  const share = commentary === 0 ? 0 : (100 * misplaced) / commentary;
  return (
    `  commentary shown in the answer's place: ${misplaced} of ${commentary} (${share.toFixed(1)}%)\n` +
    `  code points until an answer is shown as one: median ${quantile(delays, 0.5)}, p90 ${quantile(delays, 0.9)}\n` +
    `  answers longer than ${MUST_STREAM} that waited for their end: ${late} of ${longAnswers}\n`
  );
}

function pointsIn(text: string): number {
  return Array.from(text).length;
}

function quantile(values: readonly number[], at: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? 0;
}

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
    const { text, step, part, scope, phase } = draft;
    const where = (): WhereDrawn | undefined => whereDrawn(thread, scope, step, part);
    let answerAt: number | undefined;
    for (let offset = 0; offset < text.length; offset += DELTA) {
      const delta = { type: 'agent.text.delta', step, part, offset, text: text.slice(offset, offset + DELTA) } as const;
      write({ ...delta, ...(scope === undefined ? {} : { scope }), ...(phase === undefined ? {} : { phase }) });
      const come = offset + DELTA;
      if (come < text.length && where() === 'answer') answerAt ??= pointsIn(text.slice(0, come));
    }
    shown.push({ length: pointsIn(text), answerAt, last: where });
    write(draft);
  }
  return shown;
}
