import type { Fetched } from './with-blobs.ts';
import { server } from '../page/server.ts';

/** The bytes behind an address of our server, as an address that holds them; undefined if they are not available, or are more than `most`. */
export async function dataAddress(path: string, most: number): Promise<Fetched> {
  const leaving = new AbortController();
  const response = await server.fetch(path, { signal: leaving.signal });
  if (!response.ok || Number(response.headers.get('content-length')) > most) {
    leaving.abort();
    return undefined;
  }
  const bytes = await response.blob();
  if (bytes.size > most) return undefined;
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('loadend', () => {
      const { result } = reader;
      resolve(typeof result === 'string' ? { address: result, bytes: bytes.size } : undefined);
    });
    reader.readAsDataURL(bytes);
  });
}
