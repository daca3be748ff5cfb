import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';

/** Narrow pages keep the list of threads behind it. */
export function MenuButton({ onPress }: { readonly onPress: () => void }): ReactNode {
  const { say } = usePageLanguage();
  return (
    <button type="button" className="quiet menu" aria-label={say('Threads')} onClick={onPress}>
      ☰
    </button>
  );
}
