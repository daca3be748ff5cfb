import { countOf, english, formatSize } from '@toolthread/core/text';

/** What a saved page holds of what the ledger keeps as blobs. One file, and all of them together, must still open in a browser. */
const MB = 1024 * 1024;
const MOST_OF_ONE = 10 * MB;
const MOST_OF_ALL = 50 * MB;

export type BlobAddress = (path: string) => string | undefined;

/**
 * Writes with the blobs in it: the first writing tells which there are. What is too large, or is not available, is left out, and the words say
 * so. `fetchBlob` gives undefined if there is none.
 */
export async function withBlobs(
  write: (address: BlobAddress, leftOut: string | undefined) => string,
  fetchBlob: (path: string, most: number) => Promise<Fetched>,
): Promise<string> {
  const asked = new Set<string>();
  const first = write((path) => {
    asked.add(path);
    return undefined;
  }, undefined);
  if (asked.size === 0) return first;
  const addresses = new Map<string, string>();
  let left = MOST_OF_ALL;
  let missing = 0;
  for (const path of asked) {
    const found = await fetchBlob(path, Math.min(left, MOST_OF_ONE));
    if (found === undefined) {
      missing += 1;
      continue;
    }
    addresses.set(path, found.address);
    left -= found.bytes;
  }
  return write((path) => addresses.get(path), missing === 0 ? undefined : leftOutWords(missing));
}

export type Fetched = { readonly address: string; readonly bytes: number } | undefined;

function leftOutWords(count: number): string {
  const limits = `more than ${formatSize(MOST_OF_ONE, english)}, or ${formatSize(MOST_OF_ALL, english)} together`;
  return `${countOf(count, 'file')} left out: too large (${limits}), or not there any more`;
}
