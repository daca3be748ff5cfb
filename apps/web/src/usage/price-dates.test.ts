import { expect, test } from 'vitest';
import { priceDates } from './price-dates.ts';

test('[issue 13] the dates of price lists are written as the page writes dates, in any time zone', () => {
  const lists = [
    { date: '2026-11-16', own: false },
    { date: '2026-03-01', own: true },
  ];
  const written = (locale: string): string => priceDates(lists, { locale, say: (words) => words });
  expect(written('de')).toMatch(/^16\.11\.2026, /);
  expect(written('en')).toMatch(/^Nov 16, 2026, /);
  expect(priceDates([{ date: 'soon', own: false }], { locale: 'de', say: (words) => words })).toBe('soon');
});
