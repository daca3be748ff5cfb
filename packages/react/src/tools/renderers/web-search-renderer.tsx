import { fieldsOf, isList, listOf, parsedJson, textOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { resultText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { OutsideLink } from '../../markdown/outside-link.tsx';
import { LongText } from '../../text/long-text.tsx';
import { VisibleText } from '../../text/visible-text.tsx';
import { ofKind } from '../of-kind.ts';
import { isFine } from '../changes-in.ts';
import { firstText, within } from '../first-text.ts';
import type { ToolProps, ToolRenderer } from '../tool-renderer.ts';

/** A search of the web: what was asked, and the pages found, each a link. */
export const webSearchRenderer: ToolRenderer = {
  name: 'web-search',
  mostLetters: 32_768,
  matches: ofKind('web-search'),
  // Codex also opens a page and looks for words in it by this tool.
  contextInfo: ({ input, language }) => {
    const url = firstText(input, 'url');
    const wanted = firstText(input, 'query', 'pattern');
    return wanted === undefined ? url : within(wanted, url, language);
  },
  description: (props) => {
    const { length } = pagesOf(props);
    return length === 0 ? undefined : props.language.count(length, 'page');
  },
  hasBody: (props) => isFine(props) && pagesOf(props).length > 0,
  Body: PagesFound,
};

interface Page {
  readonly title: string;
  readonly url: string;
}

/** Pages that are drawn; all of them are under the details. */
const MOST_PAGES = 20;

function PagesFound(props: ToolProps): ReactNode {
  const { result } = props;
  const pages = pagesOf(props);
  const isText = pagesIn(result?.structured).length === 0;
  const told = listOf(fieldsOf(result?.structured)['results']).flatMap((one) => textOf(one) ?? []);
  const said = isText ? [withoutLinks(textIn(props))].filter((text) => text !== '') : told;
  return (
    <>
      <ol className="tt-pages">
        {pages.slice(0, MOST_PAGES).map(({ title, url }, index) => (
          <li key={index}>
            <OutsideLink href={url}>
              <VisibleText text={title} />
            </OutsideLink>{' '}
            <span className="tt-hint">
              <VisibleText text={hostOf(url)} />
            </span>
          </li>
        ))}
      </ol>
      {pages.length > MOST_PAGES && (
        <p className="tt-hint">{props.language.say('{n} more under the details', { n: pages.length - MOST_PAGES })}</p>
      )}
      {said.length > 0 && (
        <pre className="tt-result tt-full">
          <LongText text={said.join('\n')} />
        </pre>
      )}
    </>
  );
}

/** Where there is no data, the pages that the text names: a list of them as JSON, or links of Markdown. */
function pagesOf(props: ToolProps): readonly Page[] {
  const pages = pagesIn(props.result?.structured);
  return pages.length > 0 ? pages : linksIn(textIn(props));
}

function textIn({ call, result, language }: ToolProps): string {
  return result === undefined ? '' : (resultText(call, language) ?? '');
}

const LINKS = /^Links: (\[.*\])$/gm;

function linksIn(text: string): readonly Page[] {
  const listed = [...text.matchAll(LINKS)].flatMap(([, list = '']) => pagesIn(parsedJson(list)));
  if (listed.length > 0) return listed;
  const linked = [...text.matchAll(/\[([^\]\n]{1,300})\]\((https?:\/\/[^\s)]{1,2000})\)/g)];
  return linked.map(([, title = '', url = '']) => ({ title, url }));
}

function withoutLinks(text: string): string {
  return text.replace(LINKS, '').trim();
}

/** `{ results: [{ title, url }] }`, or with the pages of each search in a list of its own. */
function pagesIn(structured: Json | undefined): readonly Page[] {
  const results = isList(structured) ? structured : listOf(fieldsOf(structured)['results']);
  return results.flatMap((one) => {
    const inner = fieldsOf(one)['content'];
    return (isList(inner) ? inner : [one]).flatMap(pageOf);
  });
}

function pageOf(value: Json): readonly Page[] {
  const fields = fieldsOf(value);
  const url = firstText(fields, 'url', 'link', 'uri');
  return url === undefined ? [] : [{ url, title: firstText(fields, 'title', 'name') ?? url }];
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
