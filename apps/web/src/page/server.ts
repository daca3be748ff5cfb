import { withPageSecret } from '@toolthread/client';
import type { Endpoint } from '@toolthread/client';
import { basePath } from './base-path.ts';
import { linkSecret } from './link-secret.ts';
import { pageSecret } from './page-secret.ts';

/** This page's own server, and no other: no address, no link and no text names one. */
export const server: Endpoint & { readonly fetch: typeof fetch } = {
  baseUrl: basePath,
  fetch: withLink(withPageSecret(pageSecret)),
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
