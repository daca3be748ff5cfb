import { useEffect, useMemo, useRef, useState } from 'react';
import { useInteractive } from '../text/use-interactive.ts';
import { draftText, keepText, ownDraft, placeOf } from './own-draft.ts';

export interface Draft {
  readonly text: string;
  write(text: string): void;
  /** It is sent: what was written after it stays. */
  sent(text: string): void;
}

/** What was written and not sent, kept over a reload: `const draft = useDraft(threadId)`. */
export function useDraft(thread: string | undefined): Draft {
  const place = placeOf(thread);
  // A server knows no draft, and the first drawing over what it drew is the same.
  const isHere = useInteractive();
  const stored = useMemo(() => (isHere ? draftText(place, ownDraft(place)) : ''), [isHere, place]);
  const [written, setWritten] = useState<string>();
  const latest = useRef<string>(undefined);
  const show = (next: string): void => {
    latest.current = next;
    setWritten(next);
  };
  const keep = (next: string): void => {
    show(next);
    keepText(place, next);
  };
  useEffect(() => {
    import('./hold-draft.ts')
      .then(({ holdDraft }) => holdDraft(place))
      // What a closed tab left, where nothing was written meanwhile.
      .then((id) => latest.current ?? (stored || show(draftText(place, id))))
      .catch(() => undefined);
  }, [place]);
  return {
    text: written ?? stored,
    write: keep,
    sent: (whole) => keep(withoutSent(latest.current ?? stored, whole)),
  };
}

/**
 * Puts words where the composer of a thread will find them, for a thread that is opened next.
 *
 * @example
 * keepDraft('thread_1', 'Another way');
 */
export function keepDraft(thread: string, text: string): void {
  keepText(placeOf(thread), text);
}

/** `withoutSent('one two', 'one') === 'two'`: a person goes on writing while a message is on its way. */
export function withoutSent(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}
