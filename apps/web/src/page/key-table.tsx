import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PagePhrase } from '../labels/page-phrase.ts';
import { useLanguage } from '@toolthread/react';

interface Shortcut {
  readonly keys: string;
  readonly does: PagePhrase;
}

const shortcuts: readonly Shortcut[] = [
  { keys: 'N', does: 'New thread' },
  { keys: '/', does: 'Write a message' },
  { keys: 'Enter', does: 'Send it (Shift+Enter: a new line)' },
  { keys: 'Alt+Enter', does: 'While it works: send it when the run completes' },
  { keys: '↑', does: 'In an empty message: your last message, or the waiting card' },
  { keys: 'Esc', does: 'Stop the agent' },
  { keys: 'J  K', does: 'Next and previous item of the thread' },
  { keys: 'Enter', does: 'Open or close the item' },
  { keys: 'Ctrl+F', does: 'Find in this thread' },
  { keys: 'P  F  Q  C', does: 'Next prompt, failure, question, change (Shift: the one before)' },
  { keys: 'Home  End', does: 'Start and end of the thread' },
  { keys: '1 … 9', does: 'Choose an answer' },
  { keys: '0', does: 'Answer in your own words' },
  { keys: 'A  T  E  D', does: 'Allow once, in this thread, edit, deny' },
  { keys: '[  ]', does: 'Previous and next thread' },
  { keys: '?', does: 'This list' },
];

/** Here the keys are what is said, and not a hint beside it: a screen reader has to hear them. */
export function KeyTable(): ReactNode {
  const { say } = usePageLanguage();
  // Some keys have other names on other keyboards.
  const { say: sayKey } = useLanguage<string>();
  return (
    <dl>
      {shortcuts.map(({ keys, does }) => (
        <div key={does}>
          <dt>{say(does)}</dt>
          <dd>
            {keys.split('  ').map((key) => (
              <kbd key={key} className="tt-key">
                {sayKey(key)}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
