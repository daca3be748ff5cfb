import { isBelow } from './byte-path.ts';

const works = new Map<Promise<unknown>, readonly string[]>();

/**
 * `await aloneIn([bytePath('/home/me/project')], work)`: nobody else who asks works at the same time in these folders, in one around them or in one below. Each write of a
 * file tool asks, and whoever takes out what a command has left: a file that was judged before that look is also written before it. Nobody waits
 * for a running command.
 */
export function aloneIn<T>(folders: readonly string[], work: () => Promise<T>): Promise<T> {
  const before = [...works].filter(([, others]) => meet(folders, others)).map(([other]) => other);
  const own = Promise.allSettled(before).then(work);
  works.set(own, folders);
  const forget = (): void => void works.delete(own);
  own.then(forget, forget);
  return own;
}

function meet(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.some((other) => one === other || isBelow(one, other) || isBelow(other, one)));
}
