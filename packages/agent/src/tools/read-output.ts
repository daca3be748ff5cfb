import { MOST_BYTES, MOST_LINES } from '@toolthread/core/context';
import { z } from 'zod';
import { defineTool } from '../tool/define-tool.ts';
import type { Tool } from '../tool/tool.ts';
import type { ToolValue } from '../tool/tool-value.ts';
import { errorValue, textValue } from '../tool/tool-value.ts';

/** Room for the line that says how to go on: the result itself is never cut again. */
const ROOM = MOST_BYTES - 1024;

/** `read_output`: the rest of a result that was cut. */
export const readOutput: Tool = defineTool({
  name: 'read_output',
  question: 'Read this output?',
  description: 'Reads the whole result of an earlier call that was cut, by lines. The cut result names the call.',
  input: z.object({
    call: z.string().min(1).max(200).describe('As the cut result names it.'),
    from: z.number().int().min(1).optional().describe('The first line, counted from 1.'),
    to: z.number().int().min(1).optional().describe('The last line.'),
    column: z.number().int().min(1).optional().describe('Where to begin in the first line, for very long lines.'),
  }),
  safe: true,
  execute: async ({ call, from = 1, to = Infinity, column = 1 }, context) => {
    const result = context.resultOf(call);
    if (result === undefined) return errorValue(`There is no finished call ${JSON.stringify(call)} of yours.`);
    if (result.fullBlob === undefined) return errorValue(`The result of ${call} was not cut: you have seen all of it.`);
    const whole = await context.blobs?.get(result.fullBlob);
    if (whole === undefined) return errorValue(`The whole result of ${call} is no longer kept.`, 'gone');
    return pageOf(call, new TextDecoder().decode(whole).split('\n'), { from, to, column });
  },
});

interface Range {
  readonly from: number;
  readonly to: number;
  readonly column: number;
}

function pageOf(call: string, lines: readonly string[], { from, to, column }: Range): ToolValue {
  const total = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  if (from > total) return errorValue(`The result of ${call} has only ${total} lines.`);
  if (to < from) return errorValue('The last line comes before the first.');
  const last = Math.min(to, total, from + MOST_LINES - 2);
  const shown: string[] = [];
  let room = ROOM;
  let next = last < Math.min(to, total) ? { from: last + 1, column: 1 } : undefined;
  for (let line = from; line <= last; line += 1) {
    const start = line === from ? column : 1;
    const rest = (lines[line - 1] ?? '').slice(start - 1);
    const fits = withinBytes(rest, room);
    if (fits < rest.length || room <= 0) {
      // A line that is too long by itself is shown in pieces; any other begins the next page.
      next = shown.length === 0 ? { from: line, column: start + fits } : { from: line, column: 1 };
      if (shown.length === 0) shown.push(rest.slice(0, fits));
      break;
    }
    shown.push(rest);
    room -= Buffer.byteLength(rest) + 1;
  }
  const structured = { kind: 'output', call, from, column, lines: total, next: next ?? null };
  const onward = next === undefined ? [] : [`[${total} lines in all. Go on with ${JSON.stringify({ call, ...next })}]`];
  return textValue([...shown, ...onward].join('\n'), structured);
}

/** How many units of the text fit, in whole characters. */
function withinBytes(text: string, room: number): number {
  if (Buffer.byteLength(text) <= room) return text.length;
  let bytes = 0;
  let at = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > room) break;
    at += character.length;
  }
  return at;
}
