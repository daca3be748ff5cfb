import { expect, test } from 'vitest';
import { image } from '../../../test/messages/parts.ts';
import { contentText } from './content-text.ts';

test('text is its words, a file of text too, and of anything else it is said that it was there', () => {
  const file = (media_type: string, text: string, name?: string): string => {
    const source = { kind: 'base64' as const, data: Buffer.from(text).toString('base64') };
    return contentText({ type: 'file', media_type, source, ...(name === undefined ? {} : { name }) });
  };
  expect(contentText({ type: 'text', text: 'a\ud800' })).toBe('a\ufffd');
  expect(contentText(image())).toBe('[image: image/png]');
  expect(file('text/csv', 'a,b', 'a.csv')).toBe('a.csv:\na,b');
  expect(file('text/csv', 'a,b')).toBe('a,b');
  expect(file('application/zip', 'PK', 'a.zip')).toBe('[file: a.zip]');
});

test('bytes are never words, wherever they stand', () => {
  const url = 'DATA:application/zip;base64,UEs=';
  expect(contentText({ type: 'reference', name: 'a.zip', uri: url })).toBe('[reference: a.zip]');
  expect(contentText({ type: 'file', media_type: 'application/zip', source: { kind: 'url', url } })).toBe(
    '[file: application/zip]',
  );
});

test('[L4] a file without words does not vanish', () => {
  const source = { kind: 'base64' as const, data: 'IAo=' };
  expect(contentText({ type: 'file', media_type: 'text/plain', source })).toBe('[file: text/plain]');
});
