import type { ThreadConnection } from '@toolthread/client';
import { useState } from 'react';

export interface Stop {
  press(): void;
  /** What is to be said of the last stop: why it was refused, or is not recorded yet. */
  readonly words: string | undefined;
}

/** Stop, by whatever key or button. What is said of it holds until something new is in the thread. */
export function useStop(connection: ThreadConnection | undefined): Stop {
  const [said, setSaid] = useState<{ readonly words: string; readonly thread: string; readonly seq: number }>();
  const state = connection?.state();
  const press = async (): Promise<void> => {
    const stopped = await connection?.stop();
    const words = stopped?.ok === false ? stopped.error.message : stopped?.value.message;
    const now = connection?.state();
    setSaid(words === undefined || now === undefined ? undefined : { words, thread: now.id, seq: now.seq });
  };
  const holds = said !== undefined && said.thread === state?.id && said.seq === state.seq;
  return { press: () => void press(), words: holds ? said.words : undefined };
}
