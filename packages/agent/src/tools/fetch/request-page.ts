/** One request and its answer, bounded in size and time. It is made to the address given, whatever the name says by now. */
import { request as requestHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6 } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createInflate, createGunzip } from 'node:zlib';

export interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly contentType: string | undefined;
  readonly body: Buffer;
  /** There was more than was read. */
  readonly cut: boolean;
}

/** Rejects with what went wrong on the way. */
export function requestPage(url: URL, address: string, mostBytes: number, signal: AbortSignal): Promise<Answer> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const family = isIPv6(address) ? 6 : 4;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      signal,
      agent: false,
      lookup: (_name, options, done) => {
        if (options.all === true) done(null, [{ address, family }]);
        else done(null, address, family);
      },
      headers: {
        'user-agent': 'toolthread',
        accept: 'text/html, text/*, application/json, */*;q=0.1',
        'accept-encoding': 'identity',
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      readBody(response, mostBytes).then(({ body, cut }) => {
        sent.destroy();
        const { location, 'content-type': contentType } = response.headers;
        resolve({ status: response.statusCode ?? 0, location, contentType, body, cut });
      }, reject);
    });
    sent.end();
  });
}

async function readBody(
  response: IncomingMessage,
  most: number,
): Promise<{ readonly body: Buffer; readonly cut: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of unpacked(response)) {
    const piece: Buffer = chunk;
    chunks.push(piece.subarray(0, most - bytes));
    bytes += piece.length;
    if (bytes > most) return { body: Buffer.concat(chunks), cut: true };
  }
  return { body: Buffer.concat(chunks), cut: false };
}

/** We ask for plain bytes; some answer packed all the same. What is counted is what comes out. */
function unpacked(response: IncomingMessage): Readable {
  const unpack = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  const make = Object.hasOwn(unpack, encoding)
    ? Object.entries(unpack).find(([name]) => name === encoding)?.[1]
    : undefined;
  if (make === undefined) return response;
  const stream = make();
  response.on('error', (error) => stream.destroy(error));
  return response.pipe(stream);
}
