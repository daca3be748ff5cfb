import { withPageSecret } from '@toolthread/client';
import type { Endpoint } from '@toolthread/client';
import { basePath } from './base-path.ts';
import { pageSecret } from './page-secret.ts';

/** This page's own server, and no other: no address, no link and no text names one. */
export const server: Endpoint & { readonly fetch: typeof fetch } = {
  baseUrl: basePath,
  fetch: withPageSecret(pageSecret),
};
