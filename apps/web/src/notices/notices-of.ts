import { isUnderWay, threadCondition, waitingForYou } from '@toolthread/core/summary';
import type { ThreadCondition, ThreadSummary } from '@toolthread/core/summary';

/** What happened in a thread that a person may want to know elsewhere. A stop is none if a person did it. */
export interface Notice {
  readonly thread: string;
  readonly title: string;
  readonly what: 'asks' | 'failed' | 'ended';
  /** When, in milliseconds since 1970. */
  readonly at: number;
}

/** How the threads were when somebody looked. */
export interface Look {
  readonly threads: readonly { readonly id: string; readonly condition: ThreadCondition; readonly waiting: number }[];
  /** The time of the newest event in any of them, in milliseconds since 1970. */
  readonly newest: number;
}

/** `lookOf(page.threads, Date.now())` */
export function lookOf(threads: readonly ThreadSummary[], now: number): Look {
  return {
    threads: threads.map((thread) => ({
      id: thread.id,
      condition: threadCondition(thread, now),
      waiting: waitingForYou(thread),
    })),
    newest: Math.max(0, ...threads.map(({ updatedAt }) => updatedAt)),
  };
}

/** What is to be told of these threads, which were so before: `noticesOf(look, page.threads, Date.now())`. */
export function noticesOf(before: Look, threads: readonly ThreadSummary[], now: number): readonly Notice[] {
  const known = new Map(before.threads.map((thread) => [thread.id, thread]));
  return threads.flatMap((thread) => {
    const was = known.get(thread.id);
    // An old one that moved up in the list was not looked at before, and nobody knows how it was; a session of another agent was only opened.
    if (was === undefined && (thread.turn !== undefined || thread.createdAt <= before.newest)) return [];
    const what = change(
      was ?? { condition: 'working', waiting: 0 },
      threadCondition(thread, now),
      waitingForYou(thread),
      thread.stop !== undefined,
    );
    return what === undefined ? [] : [{ thread: thread.id, title: thread.title ?? '', what, at: thread.updatedAt }];
  });
}

function change(
  was: Pick<Look['threads'][number], 'condition' | 'waiting'>,
  is: ThreadCondition,
  waiting: number,
  wasCutOff: boolean,
): Notice['what'] | undefined {
  if (is === 'waiting') return was.condition !== 'waiting' || waiting > was.waiting ? 'asks' : undefined;
  if (!isUnderWay(was.condition)) return undefined;
  if (is === 'failed') return 'failed';
  return is === 'done' || (is === 'stopped' && wasCutOff) ? 'ended' : undefined;
}
