/** What was said is written where a search finds it, in the transaction that writes the events. */
import { type ListedThread, newListedThread, saidBetween } from '@toolthread/core/summary';
import type { Said, SaidChanges } from '@toolthread/core/lines';
import { Pace } from '../pace.ts';
import type { Statements } from '../sql/database.ts';
import { SOME_ROWS, type WordIndex } from './word-index.ts';

/** What it costs to draw a text that is compared, beside its length: as so many characters. A program that has just started takes some 40 µs. */
const EACH_TEXT = 1600;

/** `steps`: those of `saidBetween`. */
export async function keepSaid(
  sql: Statements,
  words: WordIndex,
  thread: string,
  steps: Generator<number, SaidChanges>,
): Promise<void> {
  const pace = new Pace();
  let step = steps.next();
  while (step.done !== true) {
    await pace.after(EACH_TEXT + step.value);
    step = steps.next();
  }
  const { gone, said } = step.value;
  if (gone.length > 0) await words.drop(sql, thread, gone);
  for (let start = 0; start < said.length; start += SOME_ROWS) {
    const some = said.slice(start, start + SOME_ROWS);
    const letters = some.reduce((sum, { text }) => sum + text.length, 0);
    await pace.after(letters);
    const storables = some.map(storable);
    await pace.after(letters);
    await words.put(sql, thread, storables);
  }
}

/** Anew, where no change tells it: what a purge leaves. */
export async function keepAllSaid(sql: Statements, words: WordIndex, thread: string, now: ListedThread): Promise<void> {
  while (await words.dropSome(sql, thread));
  await keepSaid(sql, words, thread, saidBetween(newListedThread(thread), now));
}

/** Neither engine keeps half a surrogate pair, and one of them no NUL. */
function storable(said: Said): Said {
  return { ...said, text: said.text.replaceAll('\0', '\ufffd').replaceAll(/\p{Surrogate}/gu, '\ufffd') };
}
