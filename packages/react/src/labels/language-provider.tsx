import { use, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { SomeLabels } from './labels.ts';
import { languageOf } from './language-of.ts';
import { LanguageContext } from './use-language.ts';

/** The words, and what is drawn with them. */
export interface LanguageProviderProps {
  /** All of them, as `german` of `@toolthread/react/labels/de`; or some: the rest is as around, English at first. */
  readonly labels: SomeLabels<string, string>;
  readonly children: ReactNode;
}

/**
 * Hands the words of a language to every part below. The labels are plain JSON, which a component of a server can hand over.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * import { Composer } from '@toolthread/react';
 * const labels = { phrases: { 'Write a message…': 'Ask about your order…' } };
 * const page = <LanguageProvider labels={labels}><Composer onSend={async () => undefined} /></LanguageProvider>;
 * renderToStaticMarkup(page).includes('Ask about your order…'); //=> true
 */
export function LanguageProvider({ labels, children }: LanguageProviderProps): ReactNode {
  const around = use(LanguageContext);
  const language = useMemo(() => languageOf(labels, around), [labels, around]);
  return <LanguageContext value={language}>{children}</LanguageContext>;
}
