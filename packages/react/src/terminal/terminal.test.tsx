import { Diff, Terminal } from '@toolthread/react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { markupText } from '../../test/drawn.tsx';

test('colours and overwritten lines are as on a screen, and nothing acts', () => {
  const text = '10%\r\x1b[31mfailed\x1b[0m\n\x1b]8;;https://evil.example\x07link\x1b]8;;\x07';
  const markup = renderToStaticMarkup(<Terminal text={text} />);
  expect(markup).toContain('<span class="tt-ansi-1">failed</span>');
  expect(markup).not.toMatch(/10%|<a |href/);
});

test('a patch needs no words around it', () => {
  const markup = renderToStaticMarkup(<Diff patch={'@@ -1 +1 @@\n-old <b>\n+new'} />);
  expect(markupText(markup)).toContain('- old <b>');
  expect(markup).not.toMatch(/figcaption|tt-hint/);
});

test.each([5, { a: 1 }, undefined])(
  '[embedder] output that is no text (%j) does not look like an empty one',
  (text) => {
    const terminal = createElement(Terminal, Object.assign({ text: '' }, { text }));
    expect(() => renderToStaticMarkup(terminal)).toThrow('text must be a string.');
  },
);
