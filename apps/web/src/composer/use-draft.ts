import { useRef, useState } from 'react';

export interface Draft {
  readonly text: string;
  write(text: string): void;
  /** It is sent: what was written after it stays. */
  sent(text: string): void;
}

/** What was written and not sent, kept over a reload: `const draft = useDraft(threadId)`. */
export function useDraft(thread: string | undefined): Draft {
  const name = `toolthread:draft:${thread ?? 'new'}`;
  const [text, setText] = useState(() => read(name));
  const latest = useRef(text);
  const keep = (next: string): void => {
    latest.current = next;
    setText(next);
    write(name, next);
  };
  return {
    text,
    write: keep,
    sent: (whole) => keep(withoutSent(latest.current, whole)),
  };
}

/** `withoutSent('one two', 'one') === 'two'`: a person goes on writing while a message is on its way. */
export function withoutSent(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}

function read(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

function write(name: string, draft: string): void {
  try {
    if (draft === '') sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, draft);
  } catch {
    // Without storage a draft lasts as long as the page.
  }
}
