import type { LedgerEvent } from '@toolthread/core';
import { missingWords } from '@toolthread/core/testing';

/** What the page itself says: its buttons and keys, the heads of details, how a call ended, and who it waits for. */
const OWN: ReadonlySet<string> = new Set(
  [
    'Arguments|Result|Error|Data|Why|Proposed arguments|Ran with|Edited, not run|Copy|Copy as JSON|Show all|Show less',
    '(hide details)|(show details)|(hide files)|(show files)|(hide summary)|(show summary)|Undo|Edit|Deny|Send|Submit',
    'Allow once|Allow in this thread|Give a reason…|Something else…|A|T|E|D|Assistant|Thinking…|Working|Trying again…|writing…',
    'done|failed|denied|interrupted|skipped|lost|running|waiting|retrying|streaming|answered|allowed|allowed, edited|withdrawn',
    'run by the provider|Sent while the agent worked|Queued until the run ended|The agent has not read this yet',
    'The model declined to answer.|⏳ Running…|folded into others|(empty)',
  ].flatMap((words) => words.split('|')),
);
/** Times, sizes, counts and codes of what the lines and the account tell. */
const MEASURE = new RegExp(
  `^(?:${[
    String.raw`\d+ (?:fields?|items?)|Attempt \d+ of \d+ (?:in [\dhms .]+|is running)\.`,
    String.raw`exit \d+|\d+\+? (?:lines?|files?|match(?:es)?|pages?)|\d+ malformed lines?|\d+ records? from [\w-]+`,
    String.raw`\.{3} \([\d,]+ more lines?(?:, [\d.,]+[KM]?B in all)?\)|… \(truncated, [\d.]+[KM]?B\)`,
    String.raw`(?:[\d.]+ ?(?:ms|s|m|h|B|KB|MB)? ?)+(?: before truncation)?`,
  ].join('|')})$`,
);

/** The texts of a markup that are not said by the lines, the ledger or the page's own words. */
export function strangeWords(
  markup: string,
  lines: readonly string[],
  events: readonly LedgerEvent[],
): readonly string[] {
  const said = [...lines, ...leavesOf(events)].join('\n');
  const texts = Array.from(markup.matchAll(/>([^<]+)</g), ([, text = '']) => decoded(text))
    .flatMap((text) => text.split(/ · | → |\n/))
    .map((text) =>
      text.replace(/ by (?:@\w+|you)$|\[(?:image|file|reference): |^hidden: |^Line \d+, byte \d+: /g, '').trim(),
    )
    .filter((text) => !OWN.has(text) && !MEASURE.test(text));
  const missing = new Set(missingWords(texts.map(lettersOf), said));
  return texts.filter((text) => missing.has(lettersOf(text)));
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}

function decoded(text: string): string {
  const entities: { readonly [name: string]: string } = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => entities[name] ?? '');
}

/** Every name and value in it, and in the JSON that a text holds. */
function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [JSON.stringify(value), value, ...inner(value)];
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, member]) => [name, ...leavesOf(member)]);
}

function inner(text: string): readonly string[] {
  if (!/^\s*[[{]/.test(text)) return [];
  try {
    return leavesOf(JSON.parse(text));
  } catch {
    return [];
  }
}
