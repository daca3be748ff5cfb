import { foldThreadSteps, newThread } from '@toolthread/core';
import { cutOf, reachesBack, threadFrom, figuresOf, figuresWith, NO_FIGURES } from '@toolthread/core/summary';
import type { LedgerEvent, Thread } from '@toolthread/core';
import type { ThreadCut, ThreadFigures } from '@toolthread/core/summary';
import { inTurns, type Cuts, type KeptCut, type Result } from '@toolthread/store';
import { pagesAfter } from './pages-after.ts';
import type { ShownLedger } from './shown-ledger.ts';

/** A place to read a long thread from, and what a page says in numbers of all that is before it. */
export interface NumberedCut {
  readonly cut: ThreadCut;
  readonly before: ThreadFigures;
}

/** A thread is cut after so many events at least. */
export const STRIDE = 1000;
/** Each time something reaches back the thread is folded again from an earlier cut: where that goes on and on, it is left as it is. */
const RETURNS = 8;

/** What cuts are made of, where they are kept, and whether the server is closing. */
interface Cutting {
  readonly shown: Pick<ShownLedger, 'read'>;
  readonly cuts: Cuts;
  readonly isOver: () => boolean;
}

/** Events between which no cut may be: the last of them speaks of what is before. */
interface Barred {
  readonly after: number;
  readonly until: number;
}

interface Part extends Pick<NumberedCut, 'before'> {
  readonly thread: Thread;
  /** The last event before it. */
  readonly from: number;
}

/**
 * Cuts a thread from the last place that is kept on to its end, a page at a time: others go on between. Only what is shown of the ledger goes in, so that
 * a cut tells nothing that is withheld. Gives the last event that was looked at: one before the end, where `isOver` says so.
 */
export async function cutThread({ shown, cuts, isOver }: Cutting, thread: string): Promise<Result<number>> {
  const purges = await cuts.purges(thread);
  if (!purges.ok) return purges;
  const barred: Barred[] = [];
  let upTo = Number.MAX_SAFE_INTEGER;
  while (barred.length <= RETURNS) {
    const kept = await cuts.newest(thread, upTo);
    if (!kept.ok) return kept;
    const known = kept.value && readCut(kept.value);
    let part = partAfter(known, thread);
    // Those of an earlier version are made again.
    const old = known === undefined ? await cuts.drop(thread, 0) : known;
    if ('ok' in old && !old.ok) return old;
    let back: Barred | undefined;
    for await (const page of pagesAfter(shown, thread, { after: part.from })) {
      if (!page.ok) return page;
      for (const event of page.value) {
        back = reachOf(part, event);
        if (back !== undefined) break;
        const made = isBarred(event.seq - 1, part.from, barred) ? undefined : cutBefore(part, event);
        if (made !== undefined) {
          const row = { seq: made.cut.names.seq, body: JSON.stringify(made) };
          const written = await cuts.keep(thread, row, purges.value);
          if (!written.ok) return written;
          part = partAfter(made, thread);
        }
        part = { ...part, thread: await inTurns(foldThreadSteps(part.thread, event)) };
        // An event of a newer version: whoever reads the thread is told so.
        if (part.thread.state.seq !== event.seq) return { ok: true, value: event.seq };
      }
      if (back !== undefined || isOver()) break;
    }
    if (back === undefined) return { ok: true, value: part.thread.state.seq };
    barred.push(back);
    upTo = back.after;
    const dropped = await cuts.drop(thread, upTo);
    if (!dropped.ok) return dropped;
  }
  return { ok: true, value: Number.MAX_SAFE_INTEGER };
}

/** Undefined if it was written in another form: then all of the thread is read. */
export function readCut({ body }: KeptCut): NumberedCut | undefined {
  try {
    const read: NumberedCut = JSON.parse(body);
    return read.cut.v === 2 ? read : undefined;
  } catch {
    return undefined;
  }
}

function partAfter(kept: NumberedCut | undefined, thread: string): Part {
  if (kept === undefined) return { thread: newThread(thread), before: NO_FIGURES, from: 0 };
  return { thread: threadFrom(kept.cut), before: kept.before, from: kept.cut.names.seq };
}

function cutBefore({ thread, before }: Part, event: LedgerEvent): NumberedCut | undefined {
  const cut = cutOf(thread, event);
  return cut && { cut, before: figuresWith(before, figuresOf(thread.state)) };
}

function reachOf({ thread, from }: Part, event: LedgerEvent): Barred | undefined {
  const after = from === 0 ? undefined : reachesBack(thread.state, from, event);
  return after === undefined ? undefined : { after, until: event.seq };
}

function isBarred(seq: number, from: number, barred: readonly Barred[]): boolean {
  return seq - from < STRIDE || barred.some(({ after, until }) => seq > after && seq < until);
}
