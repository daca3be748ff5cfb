import { visible } from '@toolthread/core/text';
import { goTo } from '../page/use-route.ts';
import type { Notice } from './notices-of.ts';

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

/** One for a thread: the next one takes its place. */
export function showNotice({ thread, title }: Notice, words: string): void {
  if (noticeChoice() !== 'on') return;
  try {
    const notice = new Notification(visible(title), { body: words, tag: thread, icon: iconAddress() });
    notice.addEventListener('click', () => {
      window.focus();
      goTo(thread);
      notice.close();
    });
  } catch {
    // On some phones a page may not show one by itself.
  }
}

function iconAddress(): string {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  return icon?.dataset['plain'] ?? icon?.href ?? '';
}

function kept(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}
