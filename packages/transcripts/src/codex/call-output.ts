/** The result of a call: from the events about it, the output's own fields, and what Codex itself writes in it. */
import { shellData } from '@toolthread/core/events';
import type { ContentPart } from '@toolthread/core';
import { isJsonObject, isList } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import type { ResultDraft } from '../thread/call-book.ts';
import type { CallReport } from './call-report.ts';
import { contentItems } from './content-items.ts';
import { outputEnd } from './output-end.ts';
import type { OutputEnd } from './output-end.ts';
import { withoutScriptHead } from './script-head.ts';

/** `wasInterrupted`: the turn was stopped while it ran. Where neither the output nor an event says how it ended, an event may still come and say it. */
export function callOutput(
  output: Json | undefined,
  tool: string,
  report: CallReport | undefined,
  wasInterrupted = false,
): ResultDraft {
  const read = readOutput(output, tool);
  const told = report?.outcome ?? read.outcome;
  const outcome = told ?? (wasInterrupted ? 'interrupted' : 'done');
  const structured = report?.structured ?? shellData(read.exitCode);
  return {
    provisional: told === undefined,
    outcome,
    parts: read.parts,
    structured,
    // What an output says of it is rounded to tenths of a second: a zero is none.
    durationMs: report?.durationMs ?? (read.durationMs === 0 ? undefined : read.durationMs),
    error: outcome === 'done' ? undefined : (report?.error ?? errorOf(read)),
  };
}

interface ReadOutput extends OutputEnd {
  readonly parts: readonly ContentPart[];
}

function readOutput(output: Json | undefined, tool: string): ReadOutput {
  const end = outputEnd(outputText(output), tool);
  if (!isJsonObject(output)) return { ...end, parts: contentItems(end.said ?? output) };
  // Older: { content, success }. Or one item, where others have a list.
  const { success } = output;
  const outcome = success === undefined ? end.outcome : success === false ? 'failed' : 'done';
  const content = output['content'] ?? output['content_items'] ?? [output];
  return { ...end, outcome, parts: contentItems(end.said ?? content) };
}

/** The words of an output in which Codex may have said how the call ended: a text, or the first item of a list. */
export function outputText(output: Json | undefined): string {
  if (typeof output === 'string') return output;
  const content = isJsonObject(output) ? (output['content'] ?? output['content_items'] ?? [output]) : output;
  if (typeof content === 'string') return content;
  const [first] = isList(content) ? contentItems(content.slice(0, 1)) : [];
  return first?.type === 'text' ? first.text : '';
}

function errorOf({ exitCode, parts }: ReadOutput): string {
  if (exitCode !== undefined) return `exit code ${exitCode}`;
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const [first = ''] = texts;
  const script = withoutScriptHead(first);
  // Below the head of a script, in the same item or in the next ones, is why it failed.
  const words = script === first ? first : [script, ...texts.slice(1)].join('\n').trim();
  return words === '' ? 'It failed.' : words;
}
