import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

interface Focusable {
  focus(): void;
}

/**
 * Where the keyboard is when a thread opens: never on what was left behind, a link or nothing at all, from where a key could go
 * anywhere. `ready`: it is there. A finger gets no keyboard that it did not ask for.
 */
export function useFirstFocus(wanted: RefObject<Focusable | null>, ready: boolean): void {
  const [place] = useState(wanted);
  useEffect(() => {
    const isField = place.current instanceof HTMLTextAreaElement;
    if (ready && !(isField && matchMedia('(pointer: coarse)').matches)) place.current?.focus();
  }, [ready]);
}
