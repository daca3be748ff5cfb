/** A timeline in a few plain lines, so that a test reads as what a person would see. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { callResult, callStatus, timeline } from '@toolthread/core';
import type { Call, ContentPart, Entry, Item, Thread } from '@toolthread/core';
import { changesText } from '@toolthread/core/lines';
import { FIXTURES } from './fixtures.ts';

/** `outline(readTranscript(bytes))` */
export function outline(thread: Pick<Thread, 'drawn'>): readonly string[] {
  return [...timeline(thread).items].flatMap(itemLines);
}

/** What a person sees of a fixture: `expectedOutline('codex/bare')` is written in `fixtures/codex/outlines/bare.json`. */
export function expectedOutline(name: string): readonly string[] {
  return JSON.parse(readFileSync(join(FIXTURES, dirname(name), 'outlines', `${basename(name)}.json`), 'utf8'));
}

function itemLines(item: Item): readonly string[] {
  switch (item.kind) {
    case 'message':
      return [`${item.author}: ${partsText(item.parts)}`];
    case 'group':
    case 'reasoning':
      return [...item.entries].flatMap(entryLines);
    case 'answer': {
      const text = [...item.segments]
        .map((one) => (one.kind === 'text' ? one.text : partsText([one.content])))
        .join('');
      return [`= ${text}${item.state === 'done' ? '' : ` (${item.state})`}`];
    }
    case 'request':
      return [`request: ${item.request.questions.map(({ question }) => question).join(' ')}`];
    case 'status':
      return item.code === 'closed' ? [] : [`! ${item.code}: ${item.text}`];
    case 'compaction':
      return [`# ${item.summary}`];
    case 'changes':
      return [changesText(item)];
    case 'section':
      return [`[${item.name}]`, ...indented([...item.items].flatMap(itemLines))];
    case 'orphan':
      return [`? ${partsText(item.result.parts ?? [])}`];
    case 'gone':
      return [];
    default:
      return item satisfies never;
  }
}

function entryLines(entry: Entry): readonly string[] {
  switch (entry.kind) {
    case 'commentary':
      return [`. ${entry.text}`];
    case 'reasoning':
      return [`~ ${entry.text}`];
    case 'call':
      return [
        callLine(entry.call),
        ...entry.children.flatMap((child) => indented([`[${child.name}]`, ...[...child.items].flatMap(itemLines)])),
      ];
    case 'discarded':
      return [`x ${entry.error?.message ?? ''}`];
    case 'gone':
      return [];
    default:
      return entry satisfies never;
  }
}

/** `exec_command done: bed (shell 0)` */
function callLine(call: Call): string {
  const result = callResult(call);
  const text = partsText(result?.parts ?? []);
  const said = text === '' ? '' : `: ${text}`;
  return `> ${call.name} ${callStatus(call)}${said}${structuredText(result?.structured)}`;
}

function structuredText(structured: unknown): string {
  if (typeof structured !== 'object' || structured === null || !('kind' in structured)) return '';
  const { kind, ...rest } = structured;
  if (kind === 'shell' && 'exit_code' in rest) return ` (exit ${String(rest.exit_code)})`;
  return ` (${String(kind)} ${JSON.stringify(rest)})`;
}

function partsText(parts: readonly ContentPart[]): string {
  return parts
    .map((part) => (part.type === 'text' ? part.text : `[${part.type}${'name' in part ? ` ${part.name}` : ''}]`))
    .join('|');
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}
