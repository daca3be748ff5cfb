/** All that a session says, as a search looks at it. */
import { timeline } from '@toolthread/core';
import type { Item, LedgerEvent, Thread } from '@toolthread/core';
import { factsOf, saidTexts, whoseOf } from '@toolthread/core/lines';
import type { SaidFacts } from '@toolthread/core/lines';
import { foldListedPage, newListedThread, saidBetween } from '@toolthread/core/summary';

/** What an item or an entry of a thread says. */
export interface SessionText extends SaidFacts {
  /** Its key in the timeline; undefined if the page cannot show the place: in a session that is too long for it. */
  readonly place: string | undefined;
  /** In a version that a person left: its last event. */
  readonly version?: number;
  /** Who or what says it: `you`, `answer`, the name of a tool. */
  readonly whose: string;
  /** Composed letters (NFC). */
  readonly text: string;
}

/** `sessionTexts(piece)`: what counts, and then what was left. */
export function* sessionTexts(piece: Thread & { readonly events: readonly LedgerEvent[] }): Iterable<SessionText> {
  yield* itemTexts(timeline(piece).items);
  yield* textsLeft(piece.events);
}

export function* itemTexts(items: Iterable<Item>): Iterable<SessionText> {
  for (const { source, text } of saidTexts(items))
    yield { place: source.key, whose: whoseOf(source), ...factsOf(source), text: text.normalize('NFC') };
}

function* textsLeft(events: readonly LedgerEvent[]): Iterable<SessionText> {
  if (!events.some((event) => event.type === 'thread.rewound' && event.retold !== true)) return;
  const nothing = newListedThread(events[0]?.thread ?? '');
  const steps = saidBetween(nothing, foldListedPage(nothing, events));
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  for (const { at: _, agent: _agent, ...said } of step.value.said) if (said.version !== undefined) yield said;
}
