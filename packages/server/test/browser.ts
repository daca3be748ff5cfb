import { expect } from 'vitest';
import { field, type Started, TOKEN } from './start-server.ts';

/** What a browser holds after the token was swapped, as headers: both halves, and each alone. */
export interface Browser {
  readonly setCookie: string;
  readonly cookie: { readonly cookie: string };
  readonly secret: { readonly 'x-toolthread-page': string };
  readonly both: { readonly cookie: string; readonly 'x-toolthread-page': string };
}

export async function openBrowser({ call }: Pick<Started, 'call'>, token = TOKEN): Promise<Browser> {
  const answer = await call('POST', '/api/session', { token });
  expect(answer.status).toBe(200);
  const setCookie = answer.headers['set-cookie']?.[0] ?? '';
  const cookie = { cookie: setCookie.split(';')[0] ?? '' };
  const secret = { 'x-toolthread-page': String(field(answer.json, 'page_secret')) };
  return { setCookie, cookie, secret, both: { ...cookie, ...secret } };
}
