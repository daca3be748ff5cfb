const LOOK = 8192;

/** The text, exactly; undefined where the bytes are not UTF-8 text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.subarray(0, LOOK).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
