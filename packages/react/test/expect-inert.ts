import { expect } from 'vitest';

/** All elements that a thread is drawn with. None runs or fetches anything. */
const drawnTags = new Set(
  (
    'a article blockquote body br button code del details div em fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr input kbd label ' +
    'legend li main ol p pre section small span strong summary table tbody td textarea th thead time tr ul'
  ).split(' '),
);
const active = /^(?:on.*|src|srcset|srcdoc|action|formaction|ping|background|data|poster|http-equiv|xlink:href)$/i;

/** Markup whose elements are ours, that runs and fetches nothing, and whose links go only where a click may go. */
export function expectInert(markup: string): void {
  const problems: string[] = [];
  for (const [whole, tag = '', attributes = ''] of markup.matchAll(/<([a-z][^\s/>]*)((?:[^>"]|"[^"]*")*)>/gi)) {
    if (!drawnTags.has(tag)) problems.push(whole);
    for (const [, name = '', value = ''] of attributes.matchAll(/([^\s="]+)="([^"]*)"/g)) {
      if (active.test(name)) problems.push(whole);
      if (name === 'href' && !/^(?:https?:\/\/|mailto:)/.test(value)) problems.push(whole);
    }
  }
  expect(problems).toEqual([]);
}
