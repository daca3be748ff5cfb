/** No tool that works with the text of a file takes in more of it. */
export const MOST_TEXT_BYTES: number = 2 * 1024 * 1024;

const LOOK = 8192;

/** The text, exactly; undefined if the bytes are not UTF-8 text. `cut`: more would follow, the last character may lack its end. */
export function decodeText(bytes: Uint8Array, cut = false): string | undefined {
  if (bytes.subarray(0, LOOK).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: cut });
  } catch {
    return undefined;
  }
}
