import type { DatabaseReach } from '@toolthread/store';

const SETTLED_MS = 1000;

/**
 * Tells what holds when a moment has passed since the first change: a database that is lost and back many times in it is told of once.
 * `onReach: settledReach((reach) => …)`
 */
export function settledReach(
  tell: (reach: DatabaseReach) => void,
  settledMs: number = SETTLED_MS,
): (reach: DatabaseReach) => void {
  let isBack = true;
  let trouble: DatabaseReach | undefined;
  let last: DatabaseReach = { is: 'back' };
  let timer: NodeJS.Timeout | undefined;

  function settle(): void {
    timer = undefined;
    // It was away for less than a moment, and nobody was told.
    if (last.is === 'back' && isBack && trouble !== undefined) tell(trouble);
    if (last.is !== 'back' || !isBack || trouble !== undefined) tell(last);
    isBack = last.is === 'back';
    trouble = undefined;
  }

  return (reach) => {
    last = reach;
    if (reach.is !== 'back') trouble = reach;
    timer ??= setTimeout(settle, settledMs).unref();
  };
}
