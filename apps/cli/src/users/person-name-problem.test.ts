import { expect, test } from 'vitest';
import { lookalikeOf, personNameProblem } from './person-name-problem.ts';

test.each([
  'ada',
  'Ada Lovelace',
  "O'Brien",
  'J. R.',
  'Øystein',
  'Ада',
  'Ελένη',
  'יעל',
  'さくら 太郎',
  '김철수',
  '李雷',
  'agent-7',
  '007',
])('%s is a name', (name) => {
  expect(personNameProblem(name)).toBeUndefined();
});

test.each([
  ['Cyrillic а in a Latin name', '\u0430da'],
  ['Greek ο in a Latin name', 'b\u03bfb'],
  ['Latin in a Cyrillic name', '\u0410\u0434a'],
  ['letters of the same shape for mathematics are Latin; with Cyrillic they are two', '\ud835\udc1ad\u0430'],
  ['an alphabet that nobody uses', '\u{10330}'],
  ['nothing', ''],
  ['a blank at its end', 'ada '],
  ['what the page says of whoever reads', 'You'],
  ['the same, drawn otherwise', 'm\u00e9'],
  ['a sign that turns the words around', 'a\u202eda'],
])('no name: %s', (_, name) => {
  expect(personNameProblem(name)).toBeDefined();
});

test.each([
  ['case', 'ADA', 'ada'],
  ['width', '\uff41da', 'ada'],
  ['spaces', 'ada  l', 'ada l'],
  ['another alphabet as a whole', '\u0441\u0435\u0440', 'cep'],
  ['capitals of another alphabet', '\u0410\u041d\u041d\u0410', 'ahha'],
  ['a Greek name', '\u03b1\u03c1\u03bf', 'apo'],
  ['I, l and 1', 'Ilya', '1lya'],
  ['O and 0', 'b0b', 'bob'],
  ['a dot at the end', 'ada.', 'ada'],
  ['a dash after a blank', 'ada -', 'ada'],
  ['a dot above a letter', '\u0227da', 'ada'],
  ['a sign of its own above a letter', 'a\u0301da', '\u00e5da'],
])('taken for each other by %s', (_, one, other) => {
  expect([lookalikeOf(one, [other]), lookalikeOf(other, [one])]).toEqual([other, one]);
});

test('vowel signs and the marks of kana are no ornament', () => {
  expect(lookalikeOf('\u0915\u093f', ['\u0915', '\u0915\u0940'])).toBeUndefined();
  expect(lookalikeOf('\u304c', ['\u304b'])).toBeUndefined();
});

test('names that are read otherwise are not taken for each other, and nobody for themselves', () => {
  expect(lookalikeOf('ada', ['ada', 'adi', 'bob', 'Ада Л', 'adas', 'a.da', 'ada.l'])).toBeUndefined();
});
