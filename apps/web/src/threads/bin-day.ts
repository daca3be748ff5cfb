import { binEnd } from '@toolthread/core/summary';
import type { ThreadSummary } from '@toolthread/client';
import type { PageLanguage } from '../labels/use-page-language.ts';

/** The day on which a thread in the bin is deleted for good: `16 December`. */
export function binDay(thread: Pick<ThreadSummary, 'place' | 'placedAt'>, { locale }: PageLanguage): string {
  const at = binEnd(thread);
  return at === undefined ? '' : new Date(at).toLocaleDateString(locale, { day: 'numeric', month: 'long' });
}
