import { foldAll } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { exampleSummary } from '@toolthread/core/testing';
import {
  AccountTable,
  Approval,
  Composer,
  LanguageProvider,
  Question,
  QueuedList,
  ThreadList,
  ThreadView,
  ToolText,
} from '@toolthread/react';
import type { SomeLabels } from '@toolthread/react';
import { german } from '@toolthread/react/labels/de';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { allActions, drawn, markupText } from '../../test/drawn.tsx';
import { goldenLedgers } from '../../test/golden-ledgers.ts';
import { toolSamples } from '../../test/tool-samples.ts';

/** A language in which everything is set in brackets: what is drawn outside of them is in no language's hands. */
const bracketed: SomeLabels<string, string> = {
  phrases: Object.fromEntries(Object.keys(german.phrases).map((phrase) => [phrase, `«${phrase}»`])),
  nouns: Object.fromEntries(Object.keys(german.nouns).map((noun) => [noun, { other: `«{n} ${noun}»` }])),
};

/** Letters that a reader sees or hears, without what is in brackets. */
function outside(markup: string): readonly string[] {
  const heard = Array.from(markup.matchAll(/\s(?:aria-label|title|placeholder|alt)="([^"]*)"/g), ([, text]) => text);
  let text = `${markupText(markup)} ${heard.join(' ')}`;
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(/«[^«»]*»/g, ' ');
  }
  return wordsOf(text);
}

/** Fields whose values are ours to say: `failed`, `denied`. */
const OURS = new Set(['type', 'status', 'previous_status', 'outcome', 'decision', 'kind', 'delivery', 'stop_reason']);

/** Every word that came from outside: texts, and the names in somebody's data. */
function wordsIn(events: readonly LedgerEvent[]): ReadonlySet<string> {
  const texts: string[] = [];
  const walk = (value: unknown, inData: boolean): void => {
    if (typeof value === 'string') texts.push(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (inData) texts.push(name);
      if (inData || !OURS.has(name)) walk(member, inData || name === 'structured');
    }
  };
  walk(events, false);
  return new Set(wordsOf(texts.join(' ')));
}

/** An escape of JSON is drawn as it is, and is no letter. */
function wordsOf(text: string): readonly string[] {
  return text.replace(/\\[nrt]/g, ' ').match(/\p{L}{3,}/gu) ?? [];
}

/** Names that are the same in every language. */
const NAMES = new Set(['JSON', 'true', 'false', 'null', 'Enter', 'Esc', 'Tab', 'Alt']);

describe.each([...goldenLedgers, ...toolSamples('Sesame').map(({ name, events }) => [name, events] as const)])(
  '%s',
  (_, events) => {
    test('every word is the ledger’s, or its language’s', () => {
      const known = wordsIn(events);
      for (const open of [true, false]) {
        const markup = drawn(events, { open, actions: allActions, labels: bracketed });
        expect(outside(markup).filter((word) => !known.has(word) && !NAMES.has(word))).toEqual([]);
      }
    });

    test('in German no label is English', () => {
      const known = wordsIn(events);
      const text = markupText(drawn(events, { actions: allActions, labels: german }));
      const wrong = ENGLISH.filter(
        (phrase) => text.includes(phrase) && !phrase.split(' ').every((word) => known.has(word)),
      );
      expect(wrong).toEqual([]);
    });
  },
);

/** Phrases with nothing to fill in, long enough not to be part of another word, that German has other words for. */
const ENGLISH = Object.entries(german.phrases).flatMap(([english, words]) =>
  english.length > 6 && !english.includes('{') && english !== words ? [english] : [],
);

const parts: readonly (readonly [string, ReactNode])[] = [
  [
    'Composer',
    <Composer working onSend={async () => undefined} onQueue={async () => undefined} onStop={() => undefined} />,
  ],
  ['Approval', <Approval tool="" arguments={'{"a":""}'} onDecide={async () => undefined} />],
  ['Question', <Question questions={[{ question: '?', free_text: true }]} onAnswer={async () => undefined} />],
  [
    'ThreadList',
    <ThreadList
      threads={[exampleSummary('1', { title: undefined, updatedAt: 0 })]}
      now={60_000}
      href={String}
      onMore={() => undefined}
    />,
  ],
  ['ThreadView', <ThreadView events={[]} />],
  ['ToolText', <ToolText text={'<tool>f()\n---\n1\n2\n3\n4\n5</tool>'} />],
  ['AccountTable', <AccountTable account={foldAll([]).account} />],
  ['QueuedList', <QueuedList state={foldAll([])} actions={allActions} working />],
];

test.each(parts)('%s says nothing but what its language says', (_, part) => {
  const markup = renderToStaticMarkup(<LanguageProvider labels={bracketed}>{part}</LanguageProvider>);
  expect(outside(markup).filter((word) => !NAMES.has(word))).toEqual([]);
});

describe('German', () => {
  const places = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

  test('fills in what the English does', () => {
    for (const [english, words] of Object.entries(german.phrases))
      expect([english, places(words)]).toEqual([english, places(english)]);
    for (const [english, words] of Object.entries(german.told ?? {})) {
      for (const place of places(words)) expect(places(english)).toContain(place);
    }
    for (const forms of Object.values(german.nouns)) {
      for (const form of Object.values(forms)) expect(places(form)).toEqual(['{n}']);
    }
  });

  test('has the dots, quotes and numbers of German', () => {
    for (const words of Object.values(german.phrases)) {
      expect(words).not.toMatch(/\p{L}…|[“][^„]*[”]|\bSie\b|\bIhre?\b/u);
    }
    const markup = drawn(goldenLedgers.find(([name]) => name === 'tour')?.[1] ?? [], { labels: german });
    expect(markupText(markup)).toMatch(/Assistent · \d+,\d s · [\d.]+ Token/);
  });
});
