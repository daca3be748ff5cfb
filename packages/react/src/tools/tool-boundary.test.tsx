import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { markupText } from '../../test/drawn.tsx';
import { RendererProblem } from './tool-boundary.tsx';

test.each([
  ['boom!', 'boom! The details'],
  ['boom.', 'boom. The details'],
  ['boom', 'boom. The details'],
])('[embedder] what a renderer threw (%s) ends with one mark', (message, told) => {
  expect(markupText(renderToStaticMarkup(<RendererProblem renderer="mine" message={message} />))).toContain(told);
});
