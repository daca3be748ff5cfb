/** Bytes that stand in an address. */
export interface DataUrl {
  /** Without parameters; `''` if it has none. */
  readonly mediaType: string;
  /** In base64, as it stands there. */
  readonly data: string;
}

/** What is before the bytes has fewer characters than this: an address may hold megabytes. */
const LONGEST_HEAD = 200;

/**
 * The bytes of a `data:` address in base64; undefined for any other.
 *
 * @example
 * dataUrl('data:text/plain;charset=utf-8;base64,aGk='); //=> { mediaType: 'text/plain', data: 'aGk=' }
 * dataUrl('https://files.example/a.png'); //=> undefined
 */
export function dataUrl(url: string): DataUrl | undefined {
  const head = /^data:([^;,]*)(?:;[^;,]*){0,200};base64,/i.exec(url.slice(0, LONGEST_HEAD));
  return head === null ? undefined : { mediaType: head[1] ?? '', data: url.slice(head[0].length) };
}

/**
 * The address that holds these bytes: {@link dataUrl} reads it.
 *
 * @example
 * bytesUrl({ mediaType: 'text/plain', data: 'aGk=' }); //=> 'data:text/plain;base64,aGk='
 */
export function bytesUrl({ mediaType, data }: DataUrl): string {
  return `data:${mediaType};base64,${data}`;
}
