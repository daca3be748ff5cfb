import { useRef, useState } from 'react';
import type { Action } from '../thread/actions/use-action.ts';
import type { ActionOutcome } from '../thread/actions/thread-actions.ts';
import { withoutSent } from './use-draft.ts';

/** What was sent by a key or a button and is not acknowledged. */
export interface Sent {
  readonly text: string;
  readonly files: readonly File[];
  post(): ActionOutcome;
}

export interface SendLine {
  /** What of these words is not on its way yet: `line.restOf('one two') === 'two'`. */
  restOf(text: string): string;
  isSending(file: File): boolean;
  /** After all that is on its way, so that messages come in the order in which they were sent. */
  send(sent: Sent): void;
}

/** `taken` is told of each as the server takes it; `refused` of all that were not sent, the refused one first: nothing goes out of its turn. */
export function useSendLine(
  { run }: Action,
  taken: (sent: Sent) => void,
  refused: (line: readonly Sent[]) => void,
): SendLine {
  const line = useRef<readonly Sent[]>([]);
  // What is drawn knows of it; two keys in one moment do, too.
  const [, draw] = useState(line.current);
  const set = (next: readonly Sent[]): void => {
    line.current = next;
    draw(next);
  };
  const sendFirst = (): void => {
    const [first] = line.current;
    if (first === undefined) return;
    run(
      first.post,
      () => {
        set(line.current.slice(1));
        taken(first);
        sendFirst();
      },
      () => {
        const left = line.current;
        set([]);
        refused(left);
      },
    );
  };
  return {
    restOf: (text) => line.current.reduce((rest, sent) => withoutSent(rest, sent.text), text),
    isSending: (file) => line.current.some(({ files }) => files.includes(file)),
    send: (sent) => {
      set([...line.current, sent]);
      if (line.current.length === 1) sendFirst();
    },
  };
}
