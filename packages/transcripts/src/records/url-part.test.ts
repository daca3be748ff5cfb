import { expect, it } from 'vitest';
import { titleOf } from '../thread/title-of.ts';
import { urlPart } from './url-part.ts';

it('the bytes of a data URL are taken out of it', () => {
  expect(urlPart('image', 'data:image/webp;charset=x;base64,AAAA')).toEqual({
    type: 'image',
    media_type: 'image/webp',
    source: { kind: 'base64', data: 'AAAA' },
  });
  expect(urlPart('file', 'data:;base64,AAAA', undefined, 'a.bin')).toMatchObject({
    media_type: 'application/octet-stream',
    name: 'a.bin',
  });
  expect(urlPart('image', 'https://example.com/a.png')).toMatchObject({
    source: { kind: 'url', url: 'https://example.com/a.png' },
  });
});

it('ten megabytes of it are looked at only where it begins', () => {
  const data = 'A'.repeat(10_000_000);
  expect(urlPart('image', `data:image/png;base64,${data}`)).toMatchObject({ source: { data } });
});

it('a title is one line, cut between characters', () => {
  expect(titleOf('\n\n  Fix it \nplease')).toBe('Fix it please');
  expect(Array.from(titleOf('𝔘'.repeat(500))).length).toBe(80);
  expect(titleOf('𝔘'.repeat(500)).endsWith('…')).toBe(true);
  expect(titleOf('x'.repeat(80))).toBe('x'.repeat(80));
});
