import { expect, test } from 'vitest';
import { loadRenderers } from './load-renderers.ts';

const moduleOf = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;

test('a module is given what it needs, and its renderers come before those of the page', async () => {
  const { renderers = [], problem } = await loadRenderers(
    moduleOf(
      `export const renderers = ({ React, rendererFor }) => [rendererFor('draw_chart', () => React.createElement('figure'))];`,
    ),
  );
  expect(problem).toBeUndefined();
  expect(renderers[0]?.name).toBe('draw_chart');
  expect(renderers.length).toBeGreaterThan(10);
});

test.each([
  ['export const renderers = [];', 'it exports no function "renderers"'],
  ['export const renderers = () => 5;', 'its function returns no list of renderers'],
  ['export const renderers = () => [null];', 'its function returns no list of renderers'],
  ['export const renderers = () => { throw new Error("not today"); };', 'not today'],
  ['export const renderers = () =>', ''],
])('what cannot be used is told: %s', async (text, why) => {
  const { renderers, problem } = await loadRenderers(moduleOf(text));
  expect(renderers).toBeUndefined();
  expect(problem).toContain(`The file of --renderers cannot be used: ${why}`);
});
