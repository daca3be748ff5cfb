import { LanguageProvider } from '@toolthread/react';
import type { Labels } from '@toolthread/react';
import { german } from '@toolthread/react/labels/de';
import type { ReactNode } from 'react';
import { germanWords } from './german-words.ts';
import type { PageNoun, PagePhrase } from './page-phrase.ts';

/** The page in German. Loaded where somebody reads it. */
export function InGerman({ children }: { readonly children: ReactNode }): ReactNode {
  return <LanguageProvider labels={germanPage}>{children}</LanguageProvider>;
}

const germanPage: Labels<PagePhrase, PageNoun> = {
  locale: 'de',
  phrases: { ...german.phrases, ...germanWords },
  nouns: {
    ...german.nouns,
    conversation: { one: '{n} Unterhaltung', other: '{n} Unterhaltungen' },
  },
};
