import { fieldsOf } from '@toolthread/core/json';
import { ofKind } from '../of-kind.ts';
import { within, firstNumber, firstText } from '../first-text.ts';
import type { ToolProps, ToolRenderer } from '../tool-renderer.ts';
import { folderIn, foundText, lengthOf, toldText } from './files-renderer.ts';

/** Lines in files: what was looked for, where, and how often it is there. */
export const searchRenderer: ToolRenderer = {
  name: 'search',
  matches: ofKind('search'),
  contextInfo: ({ input, language }) => {
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
    return wanted === undefined ? undefined : within(`"${wanted}"`, where === '' ? undefined : where, language);
  },
  description: (props) => found(props) ?? toldText(props, 'match'),
};

function found({ result, language }: ToolProps): string | undefined {
  const data = fieldsOf(result?.structured);
  const matches = lengthOf(data, 'matches') ?? firstNumber(data, 'numMatches');
  if (matches !== undefined) return foundText(matches, 'match', data, language);
  // Asked for lines, Claude Code counts those, and no files.
  if (data['mode'] === 'content') return foundText(firstNumber(data, 'numLines'), 'line', data, language);
  return foundText(firstNumber(data, 'numFiles'), 'file', data, language);
}
