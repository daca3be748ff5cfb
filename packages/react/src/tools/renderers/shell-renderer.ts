import { callStatus } from '@toolthread/core';
import { exitCodeIn } from '@toolthread/core/events';
import { isList, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { ofKind } from '../of-kind.ts';
import { firstText } from '../first-text.ts';
import type { ToolProps, ToolRenderer } from '../tool-renderer.ts';

/** Commands: the exit code is first if it is not 0. The text is drawn as a terminal would. */
export const shellRenderer: ToolRenderer = {
  name: 'shell',
  matches: ofKind('shell'),
  contextInfo: ({ input }) => commandIn(input),
  description: ({ input }) => firstText(input, 'description'),
  words: printedWords,
};

function commandIn(input: JsonFields): string | undefined {
  const given = input['command'] ?? input['cmd'];
  if (!isList(given)) return firstText(input, 'command', 'cmd', 'script', 'chars');
  const words = given.map((word) => textOf(word) ?? JSON.stringify(word));
  // `["bash", "-lc", "npm test"]`: what is run is last.
  const [shell = '', option = '', script] = words;
  return /(?:^|\/)(?:ba|z|da)?sh$/.test(shell) && /^-\w*c$/.test(option) && script !== undefined
    ? script
    : words.join(' ');
}

function printedWords({ call, result, language }: ToolProps): string | undefined {
  const code = exitCodeIn(result?.structured);
  const failed = code !== undefined && (code !== 0 || callStatus(call) === 'failed');
  const printed = result?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) ?? [];
  const text = withoutEnding(withoutHead(printed.join('\n'), code), result?.error?.message ?? '');
  if (failed)
    return [language.say('exit {code}', { code: String(code) }), text].filter((line) => line !== '').join('\n');
  return printed.length === 0 ? result?.error?.message : text;
}

/**
 * Codex and Claude Code tell the model how a command ended in lines before its output; the code is before it here, and the time beside it.
 */
function withoutHead(text: string, code: number | undefined): string {
  const head =
    /^(?:(?:Command|Chunk ID|Wall time|Exit code|Original token count|Total output lines): [^\n]*\n|Process [^\n]*\n){1,6}Output:\n/;
  return text.replace(head, '').replace(new RegExp(`^(?:Error: )?Exit code ${code}(?:\\n|$)`), '');
}

/** The model is told how a command ended after its output; here the code is before it. */
function withoutEnding(text: string, ending: string): string {
  return ending !== '' && text !== ending && text.endsWith(ending) ? text.slice(0, -ending.length).trimEnd() : text;
}
