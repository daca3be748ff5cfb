import { LanguageProvider } from '@toolthread/react';
import type { Labels } from '@toolthread/react';
import { german } from '@toolthread/react/labels/de';
import { useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { sayRefusals } from '../page/server.ts';
import { germanWords } from './german-words.ts';
import type { PageNoun, PagePhrase } from './page-phrase.ts';
import { refusalIn } from './refusal-in.ts';
import { usePageLanguage } from './use-page-language.ts';

/** The page in German. Loaded where somebody reads it. */
export function InGerman({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <LanguageProvider labels={germanPage}>
      <Refusals />
      {children}
    </LanguageProvider>
  );
}

/** First among its siblings, so that it is there before anything asks the server. */
function Refusals(): ReactNode {
  const { told } = usePageLanguage();
  useLayoutEffect(() => sayRefusals((refused) => refusalIn(told, refused), told), [told]);
  return null;
}

const germanPage: Labels<PagePhrase, PageNoun> = {
  locale: 'de',
  ...(german.told && { told: german.told }),
  phrases: { ...german.phrases, ...germanWords },
  nouns: {
    ...german.nouns,
    conversation: { one: '{n} Unterhaltung', other: '{n} Unterhaltungen' },
    'output token': { other: '{n} Ausgabe-Token' },
  },
};
