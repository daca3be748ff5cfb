import { hostParts, isLoopback } from '../access/is-loopback.ts';
import type { HttpContext } from '../http/http.ts';

/** Whoever sits at this computer, and may open every thread: by this machine's own address and its own name. What comes through a proxy names another host. */
export function isHere(c: HttpContext): boolean {
  const { address, host } = c.get('caller');
  return (
    c.get('who').opens === 'all' && address === 'loopback' && isLoopback(hostParts(host).name) && c.get('may') === 'all'
  );
}
