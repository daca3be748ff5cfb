import { Redactor } from '@toolthread/agent/redact';
import type { RequestEncoder } from '@toolthread/server';
import type { KnownSecrets } from './known-secrets.ts';

/** `requestEncoder(secrets)`: shows what models were sent, without what is secret on this computer. */
export function requestEncoder(secrets: Pick<KnownSecrets, 'list'>): RequestEncoder {
  return {
    async encode(to, request) {
      // Loaded when it is needed: the providers' clients take longer to load than the server takes to start.
      const { requestBody } = await import('@toolthread/providers');
      return requestBody(to, request);
    },
    redact: (value) => new Redactor(secrets.list()).json(value),
  };
}
