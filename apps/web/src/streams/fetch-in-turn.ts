import { server } from '../page/server.ts';
import { takeStreamPlace } from './take-stream-place.ts';

/**
 * The page's `fetch` for a thread: a stream where a place among those of all tabs is free, and otherwise pages of events, asked for again and again, in the
 * form of a stream. Whoever reads sees no difference.
 */
export const fetchInTurn: typeof fetch = async (input, init = {}) => {
  const { signal, headers } = init;
  const isStream = new Headers(headers).get('accept') === 'text/event-stream';
  if (!isStream || !signal || typeof input !== 'string' || (await takeStreamPlace(signal))) {
    return server.fetch(input, init);
  }
  return (await import('./read-in-pages.ts')).readInPages(input, { ...init, signal });
};
