import { column } from '../sql/column.ts';
import { DatabaseDamaged, type Statements } from '../sql/database.ts';
import { foldEvents, nothingFolded } from '../threads/fold-events.ts';
import { keepAllSaid } from './keep-said.ts';
import type { WordIndex } from './word-index.ts';

/** From this version on there is the table `said`. */
export const SAID_SCHEMA = 11;

/** What was said in all threads, made of their events: the threads that went on last are found first. */
export async function fillSaid(sql: Statements, words: WordIndex): Promise<void> {
  for (const row of await sql.all('select id from threads order by updated_at, id'))
    await fillSaidOf(sql, words, column.text(row, 'id'));
}

/** A damaged thread is left out: its readers are told about the damage. */
export async function fillSaidOf(sql: Statements, words: WordIndex, thread: string): Promise<void> {
  try {
    const folded = await foldEvents(sql, thread, nothingFolded(thread));
    if (folded.ok) await keepAllSaid(sql, words, thread, folded.value.thread);
  } catch (error) {
    if (!(error instanceof DatabaseDamaged)) throw error;
  }
}
