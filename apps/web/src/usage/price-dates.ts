import type { Usage } from '@toolthread/server/answers';
import type { PageLanguage } from '../labels/use-page-language.ts';

/** Of when the lists of prices are: `Nov 16, 2026, your own of Mar 1, 2026`. */
export function priceDates(lists: Usage['prices'], { say, locale }: Pick<PageLanguage, 'say' | 'locale'>): string {
  return lists
    .map(({ date, own }) => {
      const at = new Date(`${date}T00:00:00Z`);
      const day = Number.isNaN(at.getTime())
        ? date
        : at.toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' });
      return own ? say('your own of {date}', { date: day }) : day;
    })
    .join(', ');
}
