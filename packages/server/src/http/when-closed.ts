import type { ServerResponse } from 'node:http';

/** Once nobody reads an answer any more; at once, where its reader has left before anybody listened for that. */
export function whenClosed(response: ServerResponse, act: () => void): void {
  if (response.destroyed) act();
  else response.once('close', act);
}
