import { useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { chooseNotices, noticeChoice } from './notice-choice.ts';

/** Whether a run that asks, fails or ends is told on the desktop. The browser is asked only in the click. */
export function NoticeSwitch(): ReactNode {
  const { say } = usePageLanguage();
  const [choice, setChoice] = useState(noticeChoice);
  // Whoever said no to the browser is not asked again.
  if (choice === 'none' || choice === 'blocked') return null;
  return (
    <button
      type="button"
      className="quiet notice-switch"
      aria-pressed={choice === 'on'}
      title={say('When a run asks, fails or ends while this page is in the background')}
      onClick={() => void chooseNotices(choice === 'off').then(setChoice)}
    >
      {choice === 'on' ? say('Notifications: on') : say('Notifications: off')}
    </button>
  );
}
