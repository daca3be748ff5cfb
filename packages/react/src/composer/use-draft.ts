import { useMemo, useRef, useState } from 'react';
import { useInteractive } from '../text/use-interactive.ts';

export interface Draft {
  readonly text: string;
  write(text: string): void;
  /** It is sent: what was written after it stays. */
  sent(text: string): void;
}

/** What was written and not sent, kept over a reload: `const draft = useDraft(threadId)`. */
export function useDraft(thread: string | undefined): Draft {
  const name = nameOf(thread);
  // A server knows no draft, and the first drawing over what it drew is the same.
  const isHere = useInteractive();
  const stored = useMemo(() => (isHere ? read(name) : ''), [isHere, name]);
  const [written, setWritten] = useState<string>();
  const latest = useRef<string>(undefined);
  const keep = (next: string): void => {
    latest.current = next;
    setWritten(next);
    write(name, next);
  };
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
  write(nameOf(thread), text);
}

function nameOf(thread: string | undefined): string {
  return `toolthread:draft:${thread ?? 'new'}`;
}

/** `withoutSent('one two', 'one') === 'two'`: a person goes on writing while a message is on its way. */
export function withoutSent(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}

function read(name: string): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

function write(name: string, draft: string): void {
  try {
    if (draft === '') localStorage.removeItem(name);
    else localStorage.setItem(name, draft);
  } catch {
    // Without storage a draft lasts as long as the page.
  }
}
