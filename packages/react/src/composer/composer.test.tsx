import { Composer } from '@toolthread/react';
import type { ComposerProps } from '@toolthread/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { markupText } from '../../test/drawn.tsx';

const taken = (): Promise<undefined> => Promise.resolve(undefined);
const drawn = (props: Partial<ComposerProps>): string => renderToStaticMarkup(<Composer onSend={taken} {...props} />);

test('needs nothing but a way to send', () => {
  expect(drawn({})).toContain('placeholder="Write a message…"');
  expect(markupText(drawn({}))).toBe('Send ⏎');
});

test('offers what can be done about a run only where there is a way to do it', () => {
  expect(markupText(drawn({ working: true }))).toBe('Send ⏎');
  expect(markupText(drawn({ working: true, onStop: () => undefined }))).toBe('Stop Esc Send ⏎');
  expect(markupText(drawn({ working: true, stopping: true, onStop: () => undefined }))).toBe('Stopping… Esc Send ⏎');
  expect(markupText(drawn({ working: true, onQueue: taken }))).toBe('Queue Alt ⏎ Send ⏎');
  expect(markupText(drawn({ onQueue: taken, onStop: () => undefined }))).toBe('Send ⏎');
});

test('[issue 13] says that an answer is awaited, and not that somebody could be steered', () => {
  expect(drawn({ working: true })).toContain('placeholder="Reply or steer…"');
  expect(drawn({ working: true, waiting: true })).toContain('placeholder="Answer above, or say something else…"');
  // There are no words yet that would skip it.
  expect(drawn({ working: true, waiting: true })).not.toContain('Send skips what is asked above');
});
