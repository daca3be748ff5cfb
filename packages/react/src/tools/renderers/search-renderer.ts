import { fieldsOf } from '@toolthread/core/json';
import { ofKind } from '../of-kind.ts';
import { after, firstNumber, firstText } from '../first-text.ts';
import type { ToolProps, ToolRenderer } from '../tool-renderer.ts';
import { folderIn, foundText, lengthOf, toldText } from './files-renderer.ts';

/** Lines in files: what was looked for, where, and how often it is there. */
export const searchRenderer: ToolRenderer = {
  name: 'search',
  matches: ofKind('search'),
  contextInfo: ({ input }) => {
    const wanted = firstText(input, 'query', 'pattern', 'regex');
    // Our own tool looks for a query, in files whose names match a pattern.
    const only = firstText(
      input,
      'glob',
      'include',
      'file_pattern',
      ...(input['query'] === undefined ? [] : ['pattern']),
    );
    const where = [folderIn(input), only].filter((text) => text !== undefined).join(' ');
    return wanted === undefined ? undefined : `"${wanted}"${after('in', where === '' ? undefined : where)}`;
  },
  description: (props) => found(props) ?? toldText(props, 'match'),
};

function found({ result }: ToolProps): string | undefined {
  const data = fieldsOf(result?.structured);
  const matches = lengthOf(data, 'matches') ?? firstNumber(data, 'numMatches');
  if (matches !== undefined) return foundText(matches, 'match', data);
  // Asked for lines, Claude Code counts those, and no files.
  if (data['mode'] === 'content') return foundText(firstNumber(data, 'numLines'), 'line', data);
  return foundText(firstNumber(data, 'numFiles'), 'file', data);
}
