/** A timeline as text with blocks: calls are blocks, commentary and answers are plain words between them. */
import { changesText } from '../timeline/lines/changes-text.ts';
import { callResult } from '../ledger/call.ts';
import type { Call } from '../ledger/call.ts';
import { callArguments } from '../timeline/lines/call-text.ts';
import { contentsText } from '../text/content-text.ts';
import { cutResult } from '../timeline/lines/cut-result.ts';
import { resultText, textOfResult, UNKNOWN_TOOL } from '../timeline/lines/result-text.ts';
import type { Entry, Item, OrphanItem, Timeline } from '../timeline/item.ts';
import { answerText, authorText, compactionText, sectionText, statusMark } from '../timeline/lines/answer-text.ts';
import { requestText } from '../timeline/lines/request-text.ts';
import { writeWords } from './write-words.ts';
import { walkItems } from '../timeline/lines/walk-items.ts';
import type { Drawn } from '../timeline/lines/walk-items.ts';
import { writeBlock } from './write-block.ts';

type Piece = { readonly kind: 'words' | 'block'; readonly text: string };

/**
 * Laws: `parseToolBlocks` gives the calls and the words back, up to what was cut; nothing a model, a tool or a person
 * said becomes a block. Reasoning and attempts that do not count are left out: a text-only chat never had them.
 */
export function renderBlocks(timeline: Timeline): string {
  let text = '';
  let last: Piece['kind'] | undefined;
  for (const { leaf } of walkItems(timeline.items, drawItem)) {
    if (leaf.kind === 'words' && leaf.text === '') continue;
    if (leaf.kind === 'block') text += last === undefined ? leaf.text.trimStart() : leaf.text;
    else text += (last === 'words' ? '\n\n' : '') + writeWords(leaf.text);
    last = leaf.kind;
  }
  return text;
}

function drawItem(item: Item): Drawn<Piece>[] {
  switch (item.kind) {
    case 'message':
      return [words(`${authorText(item)}: ${contentsText(item.parts)}`)];
    case 'group':
      return [...[...item.entries].flatMap(drawEntry), words(item.live)];
    case 'answer':
      return [words(answerText(item))];
    case 'request':
      return [...item.lead.map(({ text }) => words(text)), words(requestText(item))];
    case 'status':
      return [words(statusMark(item) + item.text)];
    case 'compaction':
      return [words(compactionText(item))];
    case 'changes':
      return [words(changesText(item))];
    case 'section':
      return [words(`${sectionText(item)}:`), { kind: 'items', indent: 0, items: item.items }];
    case 'orphan':
      return [block(orphanBlock(item))];
    case 'reasoning':
    case 'gone':
      return [];
    default:
      return item satisfies never;
  }
}

function drawEntry(entry: Entry): Drawn<Piece>[] {
  switch (entry.kind) {
    case 'commentary':
      return [words(entry.text)];
    case 'call':
      return [
        block(callBlock(entry.call)),
        ...entry.children.flatMap(({ name, items }): Drawn<Piece>[] => [
          words(`↳ ${name}`),
          { kind: 'items', indent: 0, items },
        ]),
      ];
    case 'reasoning':
    case 'discarded':
    case 'gone':
      return [];
    default:
      return entry satisfies never;
  }
}

function words(text: string): Drawn<Piece> {
  return { kind: 'leaf', indent: 0, leaf: { kind: 'words', text } };
}

function block(text: string): Drawn<Piece> {
  return { kind: 'leaf', indent: 0, leaf: { kind: 'block', text } };
}

function callBlock(call: Call): string {
  const result = callResult(call);
  const text = resultText(call);
  return writeBlock({
    id: call.named ? call.id : undefined,
    name: call.name,
    args: callArguments(call).text,
    state: result?.outcome ?? 'pending',
    result: text === undefined ? undefined : cutResult(text, result?.fullSize),
  });
}

function orphanBlock({ result }: OrphanItem): string {
  const text = textOfResult(result);
  return writeBlock({
    id: result.call,
    name: result.name ?? UNKNOWN_TOOL,
    args: undefined,
    state: result.outcome,
    result: text === undefined ? undefined : cutResult(text, result.full_size),
  });
}
