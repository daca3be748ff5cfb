import type { CompletionMessage } from '@toolthread/core';
import { isSameMaker } from './maker.ts';
import type { Maker } from './maker.ts';

/** Takes the messages of a thread one by one, as long as they are plain; `take` says no, and stays as it was, at the first that is not. */
export interface ThreadFold {
  readonly taken: readonly CompletionMessage[];
  take(message: CompletionMessage): boolean;
}

/**
 * A fold over a thread that goes on where the thread's last request left off: the next turn of a long thread costs what is new.
 * It has taken all messages but the last, which may still grow, or those up to the first that is not plain.
 *
 * `const fold = resumable((maker) => new ItemFold(maker))(messages, maker)`
 */
export function resumable<Fold extends ThreadFold>(
  make: (maker: Maker) => Fold,
): (messages: readonly CompletionMessage[], maker: Maker) => Fold {
  const known = new WeakMap<CompletionMessage, { readonly maker: Maker; readonly fold: Fold }>();
  return (messages, maker) => {
    const first = messages[0];
    const before = first === undefined ? undefined : known.get(first);
    const goesOn = before !== undefined && isSameMaker(before.maker, maker) && isPrefix(before.fold.taken, messages);
    const fold = goesOn ? before.fold : make(maker);
    if (first !== undefined && !goesOn) known.set(first, { maker, fold });
    for (let index = fold.taken.length; index < messages.length - 1; index += 1) {
      const message = messages[index];
      if (message === undefined || !fold.take(message)) break;
    }
    return fold;
  };
}

function isPrefix(taken: readonly CompletionMessage[], messages: readonly CompletionMessage[]): boolean {
  if (taken.length >= messages.length) return false;
  for (let index = 0; index < taken.length; index += 1) if (taken[index] !== messages[index]) return false;
  return true;
}
