import { countOf } from '@toolthread/core/text';

interface CallsOfList {
  /** Of child runs. */
  readonly elsewhere: number;
  /** Of the agent whose list it is. */
  readonly own: number;
  /** Of these, in what a model would read. */
  readonly spoken: number;
  /** Of these, as calls. The others are words. */
  readonly written: number;
  readonly isCompacted: boolean;
}

const OTHERS = '--to md, text, html and jsonl have';

/** [L4] What a list of messages for a provider does not hold, or holds in another form: a sentence for each reason. */
export function notInList({ elsewhere, own, spoken, written, isCompacted }: CallsOfList): readonly string[] {
  const notes: string[] = [];
  const gone = own - spoken;
  const inWords = spoken - written;
  if (elsewhere > 0)
    notes.push(`${calls(elsewhere)} of child runs left out: one list of messages is one agent's. ${OTHERS} them.`);
  if (isCompacted)
    notes.push(
      `What came before the last compaction is left out, with ${calls(gone)}: its summary is there instead. ${OTHERS} it.`,
    );
  else if (gone > 0) notes.push(`${calls(gone)} of attempts that do not count left out. --to jsonl has them.`);
  if (inWords > 0)
    notes.push(`${calls(inWords)} that the provider ran written as words: the list has no place for such results.`);
  return notes;
}

function calls(count: number): string {
  return countOf(count, 'tool call');
}
