import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { inOrder } from './in-order.tsx';

const drawn = (text: string): string => renderToStaticMarkup(inOrder([{ kind: 'plain', text }])(text));

test('words that are read from the right are isolated, those between them are not', () => {
  expect(drawn('ls -l')).toBe('ls -l');
  expect(drawn('a א b')).toBe('a <bdi>א</bdi> b');
  expect(drawn('שלום עולם')).toBe('<bdi>שלום עולם</bdi>');
  expect(drawn('א1ב')).toBe('<bdi>א</bdi>1<bdi>ב</bdi>');
  expect(drawn('می\u200cخواهم.')).toBe('<bdi>می\u200cخواهم</bdi>.');
});

test('of too many each letter stands where it was written', () => {
  const text = 'א1'.repeat(10_000);
  expect(drawn(text)).toBe(`<bdo dir="ltr">${text}</bdo>`);
});
