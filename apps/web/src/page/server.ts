import { withPageSecret } from '@toolthread/client';
import type { Endpoint } from '@toolthread/client';
import { basePath } from './base-path.ts';
import { linkSecret } from './link-secret.ts';
import { pageSecret } from './page-secret.ts';

/** This page's own server, and no other: no address, no link and no text names one. */
export const server: Endpoint & { readonly fetch: typeof fetch } = {
  baseUrl: basePath,
  fetch: withWords(withLink(withPageSecret(pageSecret))),
};

/** Somebody who came by a link sees its thread, and nothing of their own. */
function withLink(own: typeof fetch): typeof fetch {
  return (input, init = {}) => {
    const link = linkSecret();
    if (link === undefined) return own(input, init);
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${link}`);
    return own(input, { ...init, headers });
  };
}

let words: ((refused: Response) => Promise<Response>) | undefined;

let told = (said: string): string => said;

/** `sayRefusals(inGerman, told)`: why the server refused something, or gave no answer, is said in the language of the page, wherever it is shown. */
export function sayRefusals(inWords: typeof words, inLanguage: typeof told): void {
  words = inWords;
  told = inLanguage;
}

/** Why there is no answer: `client` says it in English. */
export function toldHere(why: string): string {
  return told(why);
}

function withWords(own: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await own(input, init);
    return response.ok || words === undefined ? response : words(response);
  };
}
