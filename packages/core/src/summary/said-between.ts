import type { Said } from '../timeline/find/said.ts';
import { saidChanges } from '../timeline/find/said-changes.ts';
import type { SaidChanges } from '../timeline/find/said-changes.ts';
import type { LeftVersion, ListedThread } from './listed-thread.ts';

/** No item has this key. */
const TITLE = 'title';

/**
 * What a search has to know after a thread went on, and what it has to forget: of all that may be shown, of the title, and of what rewinds took back, which is
 * found in the version that has it. In steps, as `saidChanges`.
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
  const { gone, said: shown } = yield* saidChanges(before.drawn.view.items, after.drawn.view.items);
  const said = [...shown];
  for (let nth = before.left.length; nth < after.left.length; nth += 1) {
    const left = after.left.at(nth);
    if (left !== undefined) said.push(...(yield* saidIn(left)));
  }
  const [old, now] = [before.shown.title, after.shown.title];
  if (old === now) return { gone, said };
  return {
    gone: old === undefined ? gone : [TITLE, ...gone],
    said: now === undefined || now === '' ? said : [titleSaid(now), ...said],
  };
}

/** What was said in a version, and is not said after the rewind that left it. */
function* saidIn({ end, had, has }: LeftVersion): Generator<number, readonly Said[]> {
  const { said } = yield* saidChanges(has, had);
  return said.map((one) => ({ ...one, version: end }));
}

/** A title has no author and no time. */
function titleSaid(title: string): Said {
  return { place: TITLE, whose: TITLE, at: 0, text: title.normalize('NFC') };
}
