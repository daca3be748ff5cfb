/** Whether the person wants them here; the browser has the last word. */
const NAME = 'toolthread:notices';

export type NoticeChoice = 'on' | 'off' | 'blocked' | 'none';

/** `none`: this browser has no such thing, or not for this page. */
export function noticeChoice(): NoticeChoice {
  if (typeof Notification === 'undefined' || !isSecureContext) return 'none';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && kept() === 'on' ? 'on' : 'off';
}

/** To be called in a click: only then may a page ask. */
export async function chooseNotices(on: boolean): Promise<NoticeChoice> {
  if (on && Notification.permission === 'default') await Notification.requestPermission();
  try {
    localStorage.setItem(NAME, on ? 'on' : 'off');
  } catch {
    // Its owner forbids it.
  }
  return noticeChoice();
}

function kept(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}
