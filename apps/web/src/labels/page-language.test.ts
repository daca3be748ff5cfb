import { expect, test } from 'vitest';
import { pickLanguage } from './page-language.ts';

test.each<[readonly (string | null)[], 'en' | 'de']>([
  [[], 'en'],
  [[null, null, 'de-AT', 'en'], 'de'],
  [[null, null, 'fr', 'en-GB', 'de'], 'en'],
  [['de', 'en', 'en'], 'de'],
  [['DE-de'], 'de'],
  [['den', '<b>', '', 'ja'], 'en'],
])('of %j the page speaks %s', (wanted, language) => {
  expect(pickLanguage(wanted)).toBe(language);
});
