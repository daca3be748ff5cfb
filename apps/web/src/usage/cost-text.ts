import { spent } from '@toolthread/core/text';
import type { UsageSum } from '@toolthread/core/summary';
import type { PageLanguage } from '../labels/use-page-language.ts';

/** `?` where no price is known, `$1.20 + ?` where that is so of some. */
export function costText(
  { cost, unpriced_tokens }: Pick<UsageSum, 'cost' | 'unpriced_tokens'>,
  { locale }: PageLanguage,
): string {
  const known = spent(cost, locale);
  if (unpriced_tokens === 0) return known;
  return cost === 0 ? '?' : `${known} + ?`;
}
