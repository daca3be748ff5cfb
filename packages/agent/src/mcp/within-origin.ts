const MOST_HOPS = 5;

/**
 * Like `fetch`, but follows redirects only within the same server, and with the same method: the headers contain the user's keys, and a call is meant only for
 * the server that the user named.
 */
export async function withinOrigin(asked: string | URL, init?: RequestInit): Promise<Response> {
  let url = new URL(asked);
  for (let hops = 0; hops < MOST_HOPS; hops += 1) {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (location === null) return response;
    await response.body?.cancel();
    const { origin } = url;
    url = new URL(location, url);
    if (url.origin !== origin)
      throw new Error(`it redirects to ${url.origin}. Give that address, if it is the right one.`);
  }
  throw new Error('it redirects too often.');
}
