import type { PersistentMap } from '../../structure/persistent-map.ts';
import type { MessagePosted } from '../ledger-event.ts';

/**
 * Under which id a message leaves the ledger, in every bridge: unique in the thread, decided when it is posted, and never again. The
 * client's own id, as long as no other message has it; what was said again in the place of a message (`a~7`) has the id of that message.
 * Ours have a slash, which the server takes in no client's id: so nobody's new message is taken for one that is there.
 */
export function messageId(taken: PersistentMap<true>, { seq, client_id = '' }: MessagePosted): string {
  const wish = client_id.replace(/~\d\d*$/, '');
  const isForeign = wish !== '' && (!wish.includes('/') || wish.startsWith(OWN));
  let free = isForeign && !taken.has(wish) ? wish : `${OWN}${seq}`;
  while (taken.has(free)) free += '~';
  return free;
}

const OWN = 'said/';
