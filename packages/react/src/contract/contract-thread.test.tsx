import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from '../markdown/markdown.tsx';
import { ContractThread } from './contract-thread.tsx';

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
