import { visible } from '@toolthread/core/text';
import { goTo } from '../page/use-route.ts';
import { noticeChoice } from './notice-choice.ts';
import type { Notice } from './notices-of.ts';

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
