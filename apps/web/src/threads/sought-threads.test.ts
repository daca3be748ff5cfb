import { expect, test } from 'vitest';
import { sinceDays, soughtIn, withSought } from './sought-threads.ts';

test('[issue 13] days are those of the calendar, also where the clock is put forward or back', () => {
  const noon = new Date(2026, 10, 16, 12).getTime();
  expect(sinceDays(1, noon)).toBe(new Date(2026, 10, 16).getTime());
  expect(sinceDays(7, noon)).toBe(new Date(2026, 10, 10).getTime());
  expect(sinceDays(30, noon)).toBe(new Date(2026, 9, 18).getTime());
});

test('[issue 13] what is looked for stands in the address of home, beside what else is there', () => {
  const sought = { place: 'archive', state: 'failed', days: 7, agent: '', project: '/home/me/a & b' } as const;
  expect(soughtIn(withSought('?search=okapi', sought))).toEqual(sought);
  expect(withSought('?search=okapi', sought)).toMatch(
    /^\?search=okapi&place=archive&state=failed&days=7&agent=&project=/,
  );
  expect(withSought(withSought('?lang=de', sought), soughtIn(''))).toBe('?lang=de');
  expect(withSought('', soughtIn('?state=never&days=8&place=attic'))).toBe('');
});
