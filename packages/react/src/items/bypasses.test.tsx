/** What passed the sanitisers of others, through every field that a model, a tool or a stranger can fill. */
import { threadOf } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { bypasses, eventsOf } from '@toolthread/core/testing';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { drawn, markupText } from '../../test/drawn.tsx';
import { expectInert } from '../../test/expect-inert.ts';
import { writeHtml } from '../export/write-html.tsx';
import { Markdown } from '../markdown/markdown.tsx';

/** The text as what a person, an agent, a tool and a provider said, and as the name of each. */
function everywhere(text: string): LedgerEvent[] {
  const parts = [{ type: 'text', text } as const];
  return eventsOf([
    { type: 'thread.created', title: text, workspace: text },
    { type: 'message.posted', author: '@human', parts, mentions: [text], delivery: 'now' },
    { type: 'message.posted', author: text, parts, delivery: 'now' },
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.part.completed', step: 1, part: 0, kind: 'reasoning', text },
    { type: 'agent.part.completed', step: 1, part: 1, kind: 'text', text },
    { type: 'agent.tool.called', step: 1, part: 2, call: 'a', name: text, arguments: JSON.stringify({ [text]: text }) },
    {
      type: 'agent.tool.completed',
      step: 1,
      call: 'a',
      outcome: 'failed',
      parts,
      structured: { [text]: text },
      error: { message: text, code: text },
    },
    { type: 'agent.tool.called', step: 1, part: 3, call: 'b', name: 'run', arguments: text },
    { type: 'agent.tool.completed', step: 1, call: 'b', outcome: 'done', parts },
    { type: 'agent.tool.called', step: 1, part: 4, call: 'c', name: 'edit', arguments: '{}' },
    {
      type: 'agent.tool.completed',
      step: 1,
      call: 'c',
      outcome: 'done',
      parts,
      structured: { kind: 'diff', path: text, patch: `@@ -1 +1 @@\n-${text}\n+${text}` },
    },
    { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
    { type: 'agent.step.started', step: 2 },
    { type: 'agent.part.completed', step: 2, part: 0, kind: 'text', text },
    { type: 'agent.step.completed', step: 2, finish_reason: 'stop' },
    { type: 'agent.status', status: 'failed', error_message: text },
    { type: 'agent.step.started', step: 3 },
    { type: 'agent.tool.called', step: 3, part: 0, call: 'd', name: text, arguments: JSON.stringify({ [text]: text }) },
    { type: 'request.opened', request: 'd', kind: 'approval', call: 'd', step: 3, title: text },
    {
      type: 'request.opened',
      request: 'e',
      kind: 'question',
      title: text,
      questions: [{ question: text, header: text, options: [{ label: text, description: text }] }],
    },
  ]);
}

/** The text as it comes in: an answer, the arguments and the output of a call. */
function arriving(text: string): LedgerEvent[] {
  return eventsOf([
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'a', name: 'run', arguments: '{}' },
    { type: 'agent.tool.started', step: 1, call: 'a' },
    { type: 'agent.tool.output.delta', step: 1, call: 'a', offset: 0, text },
    { type: 'agent.tool.input.delta', step: 1, part: 1, offset: 0, name: text, text },
    { type: 'agent.step.started', step: 2, scope: 'agent:b' },
    { type: 'agent.text.delta', step: 2, part: 0, offset: 0, text, scope: 'agent:b' },
  ]);
}

describe('[B.6 48] a text that passed the sanitisers of others', () => {
  test.each(bypasses)('%j is text, on the page and in the export, its title too', (text) => {
    const events = everywhere(text);
    expectInert(drawn(events));
    const html = writeHtml(threadOf(events), { styles: '' });
    // The head is ours, apart from the title.
    const [, title = ''] = /<title>([^]*?)<\/title>/.exec(html) ?? [];
    expect(title).not.toMatch(/[<>]/);
    expectInert(html.slice(html.indexOf('<body')));
  });

  test.each(bypasses)('[B.6 50] %j is text at every moment while it streams', (text) => {
    for (let end = 1; end <= text.length; end += 1) {
      expectInert(renderToStaticMarkup(<Markdown text={text.slice(0, end)} complete={false} />));
      // What is not Markdown is the same text at every moment: fewer of them will do.
      if (end % 4 === 0) expectInert(drawn(arriving(text.slice(0, end))));
    }
  });
});

test('[B.3 26] an image is an address to click, by reference too: nothing is fetched to draw it', () => {
  const html = renderToStaticMarkup(<Markdown text={'![x][p]\n\n[p]: https://evil.example/p.png?secret'} />);
  expect(html).not.toContain('<img');
  expect(markupText(html)).toContain('https://evil.example/p.png?secret');
});

test('[B.3 27] a diagram is its source: no code of any language is run or drawn as a picture', () => {
  const html = renderToStaticMarkup(<Markdown text={'```mermaid\ngraph TD; A["<img src=x>"]\n```'} />);
  expect(html).toContain('A[&quot;&lt;img src=x&gt;&quot;]');
  expectInert(html);
});

test('[B.3 28] the export draws links and markup as the page does', () => {
  const html = writeHtml(threadOf(everywhere('[x](javascript:alert(1)) <b onclick="alert(1)">y</b>')), { styles: '' });
  expect(html).not.toMatch(/href="javascript/i);
  expect(html).not.toContain('<b onclick');
  expect(markupText(html)).toContain('<b onclick="alert(1)">');
});
