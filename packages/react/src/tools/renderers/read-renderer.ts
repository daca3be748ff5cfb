import { callStatus } from '@toolthread/core';
import { fieldsOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { fileEnding } from '../file-ending.ts';
import { ofKind } from '../of-kind.ts';
import { firstNumber, pathIn } from '../first-text.ts';
import type { ToolProps, ToolRenderer } from '../tool-renderer.ts';

/** A file that was read: which, and which of its lines. Its words are by the usual rule, in the colours of its language; its images are drawn. */
export const readRenderer: ToolRenderer = {
  name: 'read',
  matches: ofKind('read'),
  contextInfo: ({ input, language }) => {
    const path = pathIn(input);
    return path === undefined ? undefined : `${path}${linesAsked(input, language)}`;
  },
  description: linesRead,
  wordsLanguage: ({ input, call }) => (callStatus(call) === 'done' ? fileEnding(pathIn(input) ?? '') : undefined),
};

function linesAsked(input: JsonFields, { say }: ToolProps['language']): string {
  const [first, count] = [firstNumber(input, 'offset', 'start_line'), firstNumber(input, 'limit')];
  const last = firstNumber(input, 'end_line') ?? (count === undefined ? undefined : (first ?? 1) + count - 1);
  if (first === undefined && last === undefined) return '';
  return last === undefined
    ? say(', from line {first}', { first: String(first) })
    : say(', lines {first}–{last}', { first: String(first ?? 1), last: String(last) });
}

/** Of a part of a file, how much that is. */
function linesRead({ result, language }: ToolProps): string | undefined {
  const data = fieldsOf(result?.structured);
  const file = fieldsOf(data['file']);
  const total = firstNumber(data, 'lines') ?? firstNumber(file, 'totalLines');
  const [first, last] = [firstNumber(data, 'first_line'), firstNumber(data, 'last_line')];
  const read =
    firstNumber(file, 'numLines') ?? (first === undefined || last === undefined ? undefined : last - first + 1);
  if (total === undefined || read === undefined) return undefined;
  return read < total ? language.say('{n} of {all} lines', { n: read, all: total }) : language.count(total, 'line');
}
