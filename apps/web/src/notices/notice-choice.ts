/** Whether the person wants them here; the browser has the last word. */
import { store, stored } from '../page/stored.ts';

const NAME = 'toolthread:notices';

export type NoticeChoice = 'on' | 'off' | 'blocked' | 'none';

/** `none`: this browser has no such thing, or not for this page. */
export function noticeChoice(): NoticeChoice {
  if (typeof Notification === 'undefined' || !isSecureContext) return 'none';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && stored(NAME) === 'on' ? 'on' : 'off';
}

/** To be called in a click: only then may a page ask. */
export async function chooseNotices(on: boolean): Promise<NoticeChoice> {
  if (on && Notification.permission === 'default') await Notification.requestPermission();
  store(NAME, on ? 'on' : 'off');
  return noticeChoice();
}
