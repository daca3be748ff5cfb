import { credentialsIn } from './credentials-in.ts';
import { FrameGauge } from './frame-gauge.ts';
import { sentInPieces } from './sent-in-pieces.ts';
import { shownAddress } from './shown-address.ts';
import { WholeFrames } from './whole-frames.ts';
import { WholeLines } from './whole-lines.ts';

/** No answer of a model is as long. Its client has no bound of its own. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * `fetch`, for the clients of providers. An answer without end is an error, and not all of the memory. A name and a password in the address are sent as
 * `fetch` wants them. No redirect is followed: the key and the whole thread would go to somebody whom nobody named.
 */
export const boundedFetch: typeof fetch = async (asked, init) => {
  const url = new URL(asked instanceof Request ? asked.url : asked);
  const response = await fetch(...withoutPassword(url, { ...sentInPieces(init ?? {}), redirect: 'manual' }));
  const { status, statusText, headers } = response;
  const leadsTo = status >= 300 && status < 400 ? headers.get('location') : null;
  if (leadsTo !== null) {
    await response.body?.cancel();
    return Response.json({ error: { message: elsewhere(url, leadsTo) } }, { status: MISDIRECTED });
  }
  if (response.body === null) return response;
  // Only what is asked of a model is answered by anything that a model may have had a hand in.
  const isOfModel = init?.method === 'POST';
  const framing = response.ok ? 'frames' : 'JSON';
  const lines = new WholeLines({
    mostBytes: MOST_BYTES,
    tooLong: TOO_LONG,
    frames: isOfModel && framing === 'frames' ? new WholeFrames() : undefined,
    tooManyLines: TOO_MANY_LINES,
    gauge: isOfModel ? new FrameGauge(framing) : undefined,
    tooMuch: TOO_MUCH,
  });
  return new Response(response.body.pipeThrough(lines), { status, statusText, headers });
};

/** A client reads no error out of a redirect. */
const MISDIRECTED = 421;

const TOO_LONG = `The model sent more than ${MOST_BYTES / 1024 / 1024} MB in one answer.`;
const TOO_MANY_LINES = 'The model sent a piece that is too much to read: it has very many lines.';
const TOO_MUCH = 'The model sent a piece that is too much to read: it has very many values, or is nested very deeply.';

function withoutPassword(url: URL, init: RequestInit): [URL, RequestInit] {
  const credentials = credentialsIn(url.href);
  if (credentials === undefined) return [url, init];
  const headers = new Headers(init.headers);
  // It takes the place of a key that is sent in the same header.
  headers.set('authorization', credentials.authorization);
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return [bare, { ...init, headers }];
}

function elsewhere(from: URL, location: string): string {
  const to = URL.canParse(location, from.href) ? shownAddress(new URL(location, from).href) : 'no valid address';
  return `${from.origin} sends its requests on to ${to}. Nothing was sent there: give that address, if it is the right one.`;
}
