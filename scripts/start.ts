import { readFileSync } from 'node:fs';
import { type Entry, foldAll, type Item, type LedgerEvent, timeline } from '@toolthread/core';

const tour = new URL('../packages/core/fixtures/tour.jsonl', import.meta.url);
const lines = readFileSync(tour, 'utf8').trimEnd().split('\n');
const events = lines.map((line): LedgerEvent => JSON.parse(line));

for (const item of timeline(foldAll(events)).items) console.log(draw(item));

function draw(item: Item): string {
  switch (item.kind) {
    case 'message':
      return `\n${item.author}: ${textOf(item.parts)}`;
    case 'group':
    case 'reasoning':
      return [`\n🔧 ${item.entries.length} entries`, ...Array.from(item.entries, drawEntry)].join('\n');
    case 'answer':
      return `\nAssistant: ${Array.from(item.segments, (one) => (one.kind === 'text' ? one.text : '')).join('')}`;
    case 'status':
      return `\n${item.text}`;
    case 'section':
      return `\n${item.name}\n${Array.from(item.items, draw).join('\n')}`;
    case 'request':
    case 'compaction':
    case 'orphan':
    case 'gone':
      return `\n(${item.kind})`;
  }
}

function drawEntry(entry: Entry): string {
  return entry.kind === 'call' ? `  ${entry.call.name} ${entry.call.arguments}` : `  ${entry.kind}`;
}

function textOf(parts: readonly { readonly type: string; readonly text?: string }[]): string {
  return parts.map(({ text = '' }) => text).join('');
}
