import type { Json } from '@toolthread/core/json';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { markupText } from '../../test/drawn.tsx';
import { JsonView } from './json-view.tsx';

const text = (value: Json, open = false): string =>
  markupText(renderToStaticMarkup(<JsonView value={value} defaultOpen={open} />));

test.each<[Json, string]>([
  [0, '0'],
  [false, 'false'],
  ['', '""'],
  [null, 'null'],
  [{}, '{}'],
  [[], '[]'],
  ['a\nb', '"a\\nb"'],
])('%j is shown as it is', (value, words) => expect(text(value)).toBe(words));

test('what is not opened is counted, not drawn', () => {
  expect(text({ a: { b: 'secret' }, c: 1 })).toBe('2 fields');
  expect(text({ a: { b: 'secret' }, c: 1 }, true)).toBe('2 fields a: 1 field c: 1');
});

test('[L5] size and depth cost nothing until they are opened', () => {
  let deep: Json = 'end';
  for (let depth = 0; depth < 50_000; depth += 1) deep = [deep];
  expect(text(deep, true)).toBe('1 item 0: 1 item');
  const wide = text(
    Array.from({ length: 100_000 }, (_, index) => index),
    true,
  );
  expect(wide).toContain('Show 100 more of 100,000');
  expect(wide.length).toBeLessThan(3_000);
});

test('[L7] keys and values are text', () => {
  const markup = renderToStaticMarkup(<JsonView value={{ '<img src=x>': '<script>', __proto__: 1 }} defaultOpen />);
  expect(markup).not.toMatch(/<(?:img|script)/);
  expect(markupText(markup)).toContain('<img src=x>');
});
