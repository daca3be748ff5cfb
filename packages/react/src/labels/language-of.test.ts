import { english } from '@toolthread/core/text';
import { expect, test } from 'vitest';
import { languageOf } from './language-of.ts';

const polish = languageOf({
  locale: 'pl',
  phrases: { 'Show {n} of {all}': 'Pokaż {n} z {all}' },
  nouns: { file: { one: '{n} plik', few: '{n} pliki', many: '{n} plików', other: '{n} pliku' } },
});

test('nouns have the forms of their language, of which some have more than two', () => {
  expect([1, 3, 5, 22, 1000].map((n) => polish.count(n, 'file'))).toEqual([
    '1 plik',
    '3 pliki',
    '5 plików',
    '22 pliki',
    '1000 plików',
  ]);
  expect(polish.count(200, 'file', '+')).toBe('200+ pliku');
});

test('numbers are written as the locale has them, texts as they are', () => {
  const german = languageOf({ locale: 'de', phrases: { 'Show {n} of {all}': '{n} von {all} anzeigen' } });
  expect(german.say('Show {n} of {all}', { n: 12_345.5, all: '20000' })).toBe('12.345,5 von 20000 anzeigen');
  expect(german.number(1234.5, 2)).toBe('1.234,50');
});

test('what a language does not have is said in English', () => {
  for (const some of [languageOf({}), polish]) {
    expect(some.say('Copied')).toBe('Copied');
    expect(some.say('constructor')).toBe('constructor');
    expect(some.count(2, 'match')).toBe('2 matches');
    expect(some.count(2, 'toString')).toBe('2 toStrings');
  }
  expect(languageOf({}).number(12_345)).toBe(english.number(12_345));
});

test('labels that were loaded may have gaps, and a locale as systems write it', () => {
  const loaded = JSON.parse('{"locale":"de_DE.UTF-8","nouns":{"file":{"one":"{n} Datei"},"match":null}}');
  expect(languageOf(loaded).number(1234.5, 1)).toBe('1.234,5');
  expect([1, 2].map((n) => languageOf(loaded).count(n, 'file'))).toEqual(['1 Datei', '2 files']);
  expect(languageOf(loaded).count(2, 'match')).toBe('2 matches');
  expect(languageOf(JSON.parse('{"phrases":null,"nouns":null,"locale":null}')).count(2, 'match')).toBe('2 matches');
  for (const locale of ['', 'C', '😀']) expect(languageOf({ locale }).number(1)).toBe('1');
});

test('[L7] what is filled in is text: it has no places of its own', () => {
  expect(english.say('{what} in {place}', { what: '{place} $& $1', place: '{what}' })).toBe('{place} $& $1 in {what}');
  expect(english.say('Allow {tool}?', { other: 'x' })).toBe('Allow {tool}?');
});

test('below another language, gaps are filled by that one', () => {
  const outer = languageOf({ locale: 'de', phrases: { Send: 'Senden' }, nouns: { file: { other: '{n} Dateien' } } });
  const inner = languageOf({ phrases: { Stop: 'Halt' } }, outer);
  expect([inner.say('Stop'), inner.say('Send'), inner.say('Copied')]).toEqual(['Halt', 'Senden', 'Copied']);
  expect([inner.count(2000, 'file'), inner.number(1234.5, 1), inner.locale]).toEqual([
    '2.000 Dateien',
    '1.234,5',
    'de',
  ]);
});

test.each([5, null, {}, ['x'], true])('labels that were loaded and have %j for a word are a gap there', (value) => {
  const labels = JSON.parse(
    JSON.stringify({ phrases: { Send: value }, nouns: { match: { one: value, other: value } } }),
  );
  const language = languageOf(labels);
  expect([language.say('Send', { n: 1 }), language.count(1, 'match'), language.count(2, 'match')]).toEqual([
    'Send',
    '1 match',
    '2 matches',
  ]);
});

test('what a program says is told in other words where they are known, and stays as it is where not', () => {
  const { told } = languageOf({
    told: {
      'Go on': 'Weiter',
      'There is no thread {id}.': 'Thread {id} fehlt.',
      '{tool} failed. {n} of {all} (a+b)': '{n}/{all}: {tool}',
    },
  });
  expect(['Go on', 'go on', 'There is no thread {n}.', 'edit failed. 1 of 2 (a+b)', 'toString', ''].map(told)).toEqual([
    'Weiter',
    'go on',
    'Thread {n} fehlt.',
    '1/2: edit',
    'toString',
    '',
  ]);
  expect(languageOf({}, languageOf({ told: { Yes: 'Ja' } })).told('Yes')).toBe('Ja');
});
