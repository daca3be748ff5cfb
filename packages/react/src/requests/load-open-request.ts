import type { ReactNode } from 'react';
import type { OpenRequestProps } from './open-request.tsx';

type OpenRequest = (props: OpenRequestProps) => ReactNode;

let loaded: OpenRequest | undefined;

/** Undefined until it is loaded. A function, as React's state takes one: `useState(openRequest)`. */
export const openRequest = (): OpenRequest | undefined => loaded;

/**
 * No page needs a card to open. It is fetched when a thread is shown, long before somebody is asked. Who draws a thread where no
 * effect runs waits for it first: `await loadOpenRequest()`.
 *
 * @example
 * await loadOpenRequest();
 */
export async function loadOpenRequest(): Promise<void> {
  loaded ??= (await import('./open-request.tsx')).OpenRequest;
}
