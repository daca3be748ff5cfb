import type { HttpContext } from '../../http/http.ts';

/** Who makes a thread owns it. What a token makes is nobody's. */
export function ownerFor(c: HttpContext): string | undefined {
  const who = c.get('who');
  return who.opens === 'own' ? who.person : undefined;
}
