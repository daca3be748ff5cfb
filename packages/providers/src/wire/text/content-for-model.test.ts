import { expect, test } from 'vitest';
import { image } from '../../../test/messages/parts.ts';
import { contentForModel } from './content-for-model.ts';

test('text is its words, a file of text too, and of anything else it is said that it was there', () => {
  const file = (media_type: string, text: string, name?: string): string => {
    const source = { kind: 'base64' as const, data: Buffer.from(text).toString('base64') };
    return contentForModel({ type: 'file', media_type, source, ...(name === undefined ? {} : { name }) });
  };
  expect(contentForModel({ type: 'text', text: 'a\ud800' })).toBe('a\ufffd');
  expect(contentForModel(image())).toBe('[image: image/png]');
  expect(file('text/csv', 'a,b', 'a.csv')).toBe('a.csv:\na,b');
  expect(file('text/csv', 'a,b')).toBe('a,b');
  expect(file('application/zip', 'PK', 'a.zip')).toBe('[file: a.zip]');
});

test('bytes are never words, wherever they stand', () => {
  const url = 'DATA:application/zip;base64,UEs=';
  expect(contentForModel({ type: 'reference', name: 'a.zip', uri: url })).toBe('[reference: a.zip]');
  expect(contentForModel({ type: 'file', media_type: 'application/zip', source: { kind: 'url', url } })).toBe(
    '[file: application/zip]',
  );
});

test('[L4] a file without words does not vanish', () => {
  const source = { kind: 'base64' as const, data: 'IAo=' };
  expect(contentForModel({ type: 'file', media_type: 'text/plain', source })).toBe('[file: text/plain]');
});
