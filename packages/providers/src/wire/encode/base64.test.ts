import { expect, test } from 'vitest';
import { base64Of, webAddress } from './base64.ts';

test('bytes are what their first bytes say, inline or as a data address', () => {
  expect(base64Of('image/jpeg', { kind: 'base64', data: 'iVBORw0KGgo=' })?.mediaType).toBe('image/png');
  expect(base64Of('', { kind: 'url', url: 'data:text/plain;charset=utf-8;base64,YQ==' })).toEqual({
    mediaType: 'text/plain',
    data: 'YQ==',
  });
  expect(base64Of('audio/WAV', { kind: 'base64', data: 'AAAA' })?.mediaType).toBe('audio/wav');
});

test('sound in the same box as a picture is sound, and what stands beside a type is not the type', () => {
  const riff = (kind: string): string => Buffer.from(`RIFF\x10\0\0\0${kind}fmt `, 'latin1').toString('base64');
  expect(base64Of('audio/wav', { kind: 'base64', data: riff('WAVE') })?.mediaType).toBe('audio/wav');
  expect(base64Of('image/png', { kind: 'base64', data: riff('WEBP') })?.mediaType).toBe('image/webp');
  // As a tool of the agent reads them: a GIF has one of two versions.
  const gif = (version: string): string => Buffer.from(`GIF8${version}`, 'latin1').toString('base64');
  expect(base64Of('text/plain', { kind: 'base64', data: gif('9a') })?.mediaType).toBe('image/gif');
  expect(base64Of('text/plain', { kind: 'base64', data: gif('0a') })?.mediaType).toBe('text/plain');
  expect(base64Of('Text/HTML; charset=utf-8', { kind: 'base64', data: 'YQ==' })?.mediaType).toBe('text/html');
});

test('what is no base64 is no bytes', () => {
  for (const data of ['', 'abc', 'ab c', 'a===', '%%%%'])
    expect(base64Of('image/png', { kind: 'base64', data })).toBe(undefined);
  expect(base64Of('image/png', { kind: 'blob', hash: 'h', size: 1 })).toBe(undefined);
  expect(base64Of('image/png', { kind: 'url', url: 'data:image/png,raw' })).toBe(undefined);
});

test('only an address of the web is fetched by others', () => {
  expect(webAddress({ kind: 'url', url: 'https://a.example/ä b' })).toBe('https://a.example/%C3%A4%20b');
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'http://', ''])
    expect(webAddress({ kind: 'url', url })).toBe(undefined);
});
