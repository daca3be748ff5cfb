import { expect, test } from 'vitest';
import { byteSource } from './byte-source.ts';

const hash = 'a'.repeat(64);
const blob = { kind: 'blob', hash, size: 0 };

test('[L7] only an address of this server is a blob of it', () => {
  expect(byteSource(`/api/blobs/${hash}`, '')).toEqual(blob);
  expect(byteSource(`/api/blobs/${hash}?mime=text/plain`, '')).toEqual(blob);
  expect(byteSource(`/base/api/blobs/${hash}`, '/base')).toEqual(blob);
  for (const head of ['data:text/plain', 'data:text/plain;charset=utf-8', 'data:', 'DATA:image/png;name=a.png'])
    expect(byteSource(`${head};base64,AAAA`, '')).toEqual({ kind: 'base64', data: 'AAAA' });
  for (const url of [
    `https://evil.example/api/blobs/${hash}`,
    `//evil.example/api/blobs/${hash}`,
    `/other/api/blobs/${hash}`,
    `/api/blobs/${hash}/more`,
    `x data:text/plain;base64,AAAA`,
  ])
    expect(byteSource(url, '')).toBeUndefined();
});
