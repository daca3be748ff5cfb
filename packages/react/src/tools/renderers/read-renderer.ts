import { fieldsOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { countOf } from '@toolthread/core/text';
import { ofKind } from '../of-kind.ts';
import { firstNumber, pathIn } from '../first-text.ts';
import type { ToolProps, ToolRenderer } from '../tool-renderer.ts';

/** A file that was read: which, and which of its lines. Its words are by the usual rule, its images drawn. */
export const readRenderer: ToolRenderer = {
  name: 'read',
  matches: ofKind('read'),
  contextInfo: ({ input }) => {
    const path = pathIn(input);
    return path === undefined ? undefined : `${path}${linesAsked(input)}`;
  },
  description: linesRead,
};

function linesAsked(input: JsonFields): string {
  const [first, count] = [firstNumber(input, 'offset', 'start_line'), firstNumber(input, 'limit')];
  const last = firstNumber(input, 'end_line') ?? (count === undefined ? undefined : (first ?? 1) + count - 1);
  if (first === undefined && last === undefined) return '';
  return last === undefined ? `, from line ${first}` : `, lines ${first ?? 1}–${last}`;
}

/** Of a part of a file, how much that is. */
function linesRead({ result }: ToolProps): string | undefined {
  const data = fieldsOf(result?.structured);
  const file = fieldsOf(data['file']);
  const total = firstNumber(data, 'lines') ?? firstNumber(file, 'totalLines');
  const [first, last] = [firstNumber(data, 'first_line'), firstNumber(data, 'last_line')];
  const read =
    firstNumber(file, 'numLines') ?? (first === undefined || last === undefined ? undefined : last - first + 1);
  if (total === undefined || read === undefined) return undefined;
  return read < total ? `${read} of ${total} lines` : countOf(total, 'line');
}
