const MOST_HOPS = 5;

/**
 * As `fetch`, but a redirect is followed to the same server only, as what it was: the headers hold the user's keys, and a call is for the one whom the
 * user named.
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
