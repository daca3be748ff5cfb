import type { ReactNode } from 'react';

/** Narrow pages keep the list of threads behind it. */
export function MenuButton({ onPress }: { readonly onPress: () => void }): ReactNode {
  return (
    <button type="button" className="quiet menu" aria-label="Threads" onClick={onPress}>
      ☰
    </button>
  );
}
