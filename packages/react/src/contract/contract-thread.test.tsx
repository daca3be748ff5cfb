import { timeline } from '@toolthread/core';
import { renderText } from '@toolthread/core/blocks';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { loadCalls } from '../calls/load-calls.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { ContractFeed } from './contract-feed.ts';
import { ContractThread } from './contract-thread.tsx';

// Images come with what draws calls.
await loadCalls();

/** What a back end gives a page that is not typed. */
const given = (json: string): never => JSON.parse(json) as never;

test.each(['null', '5', '"text"', '{"a":1}', '[null,5,{"role":7}]', '[{"role":"user","content":null}]'])(
  'a foreign thread, and words, of another type are drawn as empty: %s',
  (json) => {
    const value = given(json);
    for (const props of [{ messages: value }, { messages: [], events: value }, { messages: [], thread: value }]) {
      expect(renderToStaticMarkup(<ContractThread {...props} />)).toContain('tt-thread');
    }
    if (json !== '"text"')
      expect(renderToStaticMarkup(<Markdown text={value} complete={value} />)).toMatch(/><\/div>$/);
  },
);

test('what a host forgot to give is empty', () => {
  const none: { messages: never; text: never } = { messages: given('null'), text: given('null') };
  Object.assign(none, { messages: undefined, text: undefined });
  expect(renderToStaticMarkup(<ContractThread messages={none.messages} />)).toContain('tt-thread');
  expect(renderToStaticMarkup(<Markdown text={none.text} />)).toContain('tt-markdown');
});

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const blocks = [
  { type: 'text', text: 'As it looks:' },
  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
];
const asked = { id: 'u1', role: 'user', content: 'Draw it.', timestamp: '2026-01-01T00:00:00Z' };
const called = {
  id: 'm1',
  role: 'assistant',
  content: '',
  timestamp: '2026-01-01T00:00:01Z',
  metadata: { tool_calls: [{ id: 'c1', name: 'shot' }] },
};
const result = (content: unknown, tool_result?: unknown): object => ({
  id: 't1',
  role: 'tool',
  content,
  timestamp: '2026-01-01T00:00:02Z',
  metadata: { tool_call_id: 'c1', tool_name: 'shot', ...(tool_result === undefined ? {} : { tool_result }) },
});

test.each([
  ['what a person says, as a list', [{ ...asked, content: blocks }]],
  ['what a person says, as a text', [{ ...asked, content: JSON.stringify(blocks) }]],
  ['an answer', [asked, { ...called, content: blocks, metadata: {} }]],
  ['a result', [asked, called, result(blocks)]],
  ['a result, as a text', [asked, called, result(JSON.stringify(blocks))]],
  ['the data of a result', [asked, called, result('', blocks)]],
  ['the data of a result, as a text', [asked, called, result('', JSON.stringify(blocks))]],
])('[seed 003] an image in a foreign thread is an image, and its bytes are no words: %s', (name, messages) => {
  const foreign = given(JSON.stringify(messages));
  const thread = new ContractFeed().thread(foreign, []);
  const text = renderText(timeline(thread), { form: 'expanded' });
  expect(text).toContain('As it looks:');
  expect(text).not.toContain(PIXEL);
  const shown = [...timeline(thread).items].map((item) => JSON.stringify(item)).join('');
  expect(shown.split(PIXEL)).toHaveLength(2);
  // What a group holds is drawn when it is opened.
  if (name.includes('result')) return;
  const html = renderToStaticMarkup(<ContractThread messages={foreign} />);
  expect(html.match(/<img /g)).toHaveLength(1);
  expect(html.replace(/<img [^>]*>/g, '')).not.toContain(PIXEL);
});
