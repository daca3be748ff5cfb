const encoder = new TextEncoder();

/** `bytesIn('é')` is 2: how long a text is in a file. */
export function bytesIn(text: string): number {
  return encoder.encode(text).length;
}
