import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';

/** On narrow pages this button opens the list of threads. */
export function MenuButton({ onPress }: { readonly onPress: () => void }): ReactNode {
  const { say } = usePageLanguage();
  return (
    <button type="button" className="quiet menu" aria-label={say('Threads')} onClick={onPress}>
      ☰
    </button>
  );
}
