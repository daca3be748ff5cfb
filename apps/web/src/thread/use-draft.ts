import { useState } from 'react';

/** What was written and not sent, kept over a reload: `const [draft, setDraft] = useDraft(threadId)`. */
export function useDraft(thread: string | undefined): [draft: string, setDraft: (draft: string) => void] {
  const name = `toolthread:draft:${thread ?? 'new'}`;
  const [draft, setDraft] = useState(() => read(name));
  return [
    draft,
    (next) => {
      setDraft(next);
      write(name, next);
    },
  ];
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
