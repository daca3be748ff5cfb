import { useEffect, useMemo, useRef, useState } from 'react';
import { useInteractive } from '../text/use-interactive.ts';
import { draftText, keepText, ownDraft, placeOf } from './own-draft.ts';

export interface Draft {
  readonly text: string;
  write(text: string): void;
  /** It is sent: what was written after it stays. */
  sent(text: string): void;
  /** These are not sent, in the order in which they were written: those that were replaced meanwhile come back. */
  refused(texts: readonly string[]): void;
}

/** What was written and not sent, kept over a reload: `const draft = useDraft(threadId)`. */
export function useDraft(thread: string | undefined): Draft {
  return useDraftAt(placeOf(thread));
}

/** What was begun at any place: `useDraftAt(cardPlace('t1', 'r1'))`. Without a place it lasts as long as the part. */
export function useDraftAt(place: string | undefined): Draft {
  // A server knows no draft, and the first drawing over what it drew is the same.
  const isHere = useInteractive();
  const stored = useMemo(
    () => (isHere && place !== undefined ? draftText(place, ownDraft(place)) : ''),
    [isHere, place],
  );
  const [written, setWritten] = useState<string>();
  const latest = useRef<string>(undefined);
  const show = (next: string): void => {
    latest.current = next;
    setWritten(next);
  };
  const keep = (next: string): void => {
    show(next);
    if (place !== undefined) keepText(place, next);
  };
  useEffect(() => {
    if (place === undefined) return;
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
    refused: (texts) => keep(withUnsent(latest.current ?? stored, texts)),
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

/** `withUnsent('two', ['one']) === 'one\ntwo'`; `withUnsent('one two', ['one']) === 'one two'`: no words are lost, and none come twice. */
export function withUnsent(now: string, unsent: readonly string[]): string {
  if (unsent.every((text) => now.includes(text))) return now;
  const rest = unsent.reduce(withoutSent, now);
  return [...unsent, rest].filter((text) => text !== '').join('\n');
}
