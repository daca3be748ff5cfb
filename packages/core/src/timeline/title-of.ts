import { isPersonsWord } from '../ledger/queries/hearing.ts';
import type { ThreadState } from '../ledger/thread-state.ts';
import { titleFrom } from '../text/title-from.ts';

/** A person begins a thread. If nobody has said anything among so many entries, it has no title. */
const AT_ITS_BEGINNING = 20;

/**
 * What a thread is called: by the title that somebody gave it, or else by the first line of what a person said first. A session of another program has
 * the title that its reader found.
 *
 * @example
 * import { foldAll } from '@toolthread/core';
 * titleOf(exampleState); //=> 'Parser'
 * titleOf(foldAll(exampleEvents.slice(1, 2))); //=> 'Who uses the parser?'
 */
export function titleOf({ title, source, log }: Pick<ThreadState, 'title' | 'source' | 'log'>): string | undefined {
  if (title !== undefined || source !== undefined) return title;
  for (let index = 0; index < AT_ITS_BEGINNING; index += 1) {
    const entry = log.at(index);
    if (entry?.kind !== 'message' || !isPersonsWord(entry.message)) continue;
    const { parts } = entry.message;
    // If that is only files, it is the name of the first.
    const said = parts.map((part) => (part.type === 'text' ? part.text : ''));
    const named = parts.map((part) => (part.type === 'text' ? '' : (part.name ?? '')));
    return [...said, ...named].map(titleFrom).find((words) => words !== undefined);
  }
  return undefined;
}
