import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { goldenNames, readGolden } from '../../../fixtures/golden.ts';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import { eventsOf } from '../../../test/events-of.ts';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import type { Item } from '../item.ts';
import { threadOf, timeline } from '../timeline.ts';
import { hitsOf } from './hits-of.ts';
import { saidTexts } from './said-texts.ts';
import { stopsOf } from './stops-of.ts';
import { walkSources } from './walk-sources.ts';
import { wayTo } from './way-to.ts';

const itemsOf = (name: string): readonly Item[] => [...timeline(threadOf(readGolden(name))).items];
const found = (items: Iterable<Item>, ...phrases: readonly string[]): object[] =>
  [...hitsOf(items, phrases)].filter((hit) => hit !== undefined);

describe('the way to an item', () => {
  test.each(goldenNames)('%s: every item and entry has one, by its key alone', (name) => {
    const items = itemsOf(name);
    for (const placed of walkSources(items)) expect(wayTo(items, placed.source.key)).toEqual(placed);
  });

  test('says what has to be opened: the group, the child run, and the group in it', () => {
    const items = itemsOf('child-run');
    const inner = [...walkSources(items)].find(({ source, inside }) => source.kind === 'call' && inside?.inside);
    expect(inner?.inside).toMatchObject({
      kind: 'group',
      inside: { kind: 'child', inside: { kind: 'group', key: items[inner?.index ?? -1]?.key } },
    });
  });

  test('there is none to what is not there', () => expect(wayTo(itemsOf('tour'), 'nowhere')).toBe(undefined));
});

describe('words are found', () => {
  const posted = (text: string): readonly Item[] => {
    const draft: EventDraft = {
      type: 'message.posted',
      author: '@human',
      parts: [{ type: 'text', text }],
      delivery: 'now',
    };
    return [...timeline(threadOf(eventsOf([draft]))).items];
  };

  test('wherever they are said, in any history: each text holds the words that are in it', () => {
    fc.assert(
      fc.property(
        arbitraryHistory(),
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 20 }),
        (events, which, at, size) => {
          const items = [...timeline(threadOf(events)).items];
          const texts = [...saidTexts(items)];
          const said = texts[which % Math.max(1, texts.length)];
          if (said === undefined) return;
          const letters = [...said.text.normalize('NFC')];
          const words = letters.slice(at % letters.length, (at % letters.length) + size).join('');
          if (words.trim() === '') return;
          expect(found(items, words)).toContainEqual(expect.objectContaining({ key: said.source.key, nth: 0 }));
        },
      ),
    );
  });

  test('in capitals or not, across lines and between marks, and as they stand: no sign is a pattern', () => {
    expect(found(posted('Exit\n  code 1, exit code 2'), 'EXIT CODE')).toEqual([
      { index: 0, key: '0', nth: 0 },
      { index: 0, key: '0', nth: 1 },
    ]);
    expect(found(posted('it is **very** slow'), 'is very slow')).toHaveLength(1);
    expect(found(posted('a.b'), 'a.b')).toHaveLength(1);
    expect(found(posted('axb'), 'a.b')).toEqual([]);
    expect(found(posted('x'), '  ')).toEqual([]);
    expect(found(posted('x'))).toEqual([]);
  });

  test('of several phrases, all in one text, it has one place: where to begin to read', () => {
    const items = ['the parser is slow, the parser is', 'slow', 'slow, says **the** parser'].flatMap(posted);
    expect(found(items, 'slow', ' the parser ')).toEqual([
      { index: 0, key: '0', nth: 0 },
      { index: 2, key: '0', nth: 0 },
    ]);
  });
});

describe('stops', () => {
  const kindsAt = (name: string, kind: Parameters<typeof stopsOf>[1]): string[] =>
    [...stopsOf(itemsOf(name), kind)].map(({ source }) => source.kind);

  test('are what was asked, what failed, what needed a person and what changed files', () => {
    expect(kindsAt('tour', 'prompt')).toEqual(['message', 'message', 'message']);
    expect(kindsAt('tour', 'failure')).toEqual(['call']);
    expect(kindsAt('failed-run', 'failure')).toContain('status');
    expect(kindsAt('denied-approval', 'question')).toEqual(['call']);
    expect(kindsAt('workspace-changed-and-undone', 'change')).toContain('changes');
  });

  test('are as many failures as are recorded, and a result that was no call’s own is one', () => {
    for (const name of goldenNames) {
      const failed = [...walkSources(itemsOf(name))].filter(
        ({ source }) => source.kind === 'group' && source.tally.failed > 0,
      );
      const counted = failed.reduce((sum, { source }) => sum + (source.kind === 'group' ? source.tally.failed : 0), 0);
      expect(kindsAt(name, 'failure').filter((kind) => kind === 'call')).toHaveLength(counted);
    }
  });
});
