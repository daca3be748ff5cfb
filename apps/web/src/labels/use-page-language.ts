import type { Language } from '@toolthread/core/text';
import { useLanguage } from '@toolthread/react';
import type { PageNoun, PagePhrase } from './page-phrase.ts';

export type PageLanguage = Language<PagePhrase, PageNoun>;

/** The language of the page, with the words that it has beside its parts. */
export function usePageLanguage(): PageLanguage {
  return useLanguage<PagePhrase, PageNoun>();
}
