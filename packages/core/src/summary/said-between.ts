import type { Said } from '../timeline/find/said.ts';
import { saidChanges } from '../timeline/find/said-changes.ts';
import type { SaidChanges } from '../timeline/find/said-changes.ts';
import type { ListedThread } from './listed-thread.ts';

/** No item has this key. */
const TITLE = 'title';

/**
 * What a search has to know after a thread went on, and what it has to forget: of all that may be shown, and of the title. In steps, as `saidChanges`.
 *
 * @example
 * import { foldListed, newListedThread } from '@toolthread/core/summary';
 * const before = newListedThread('t1');
 * const steps = saidBetween(before, exampleEvents.reduce(foldListed, before));
 * let step = steps.next();
 * while (step.done !== true) step = steps.next();
 * step.value.said.map(({ text }) => text)[0]; //=> 'Parser'
 */
export function* saidBetween(before: ListedThread, after: ListedThread): Generator<number, SaidChanges> {
  const { gone, said } = yield* saidChanges(before.drawn.view.items, after.drawn.view.items);
  const [old, now] = [before.shown.title, after.shown.title];
  if (old === now) return { gone, said };
  return {
    gone: old === undefined ? gone : [TITLE, ...gone],
    said: now === undefined || now === '' ? said : [titleSaid(now), ...said],
  };
}

/** A title is nobody's, and has no time. */
function titleSaid(title: string): Said {
  return { place: TITLE, whose: TITLE, at: 0, text: title.normalize('NFC') };
}
