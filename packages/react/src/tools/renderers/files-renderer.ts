import { fieldsOf, isList } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { countOf } from '@toolthread/core/text';
import { ofKind } from '../of-kind.ts';
import { after, firstNumber, firstText } from '../first-text.ts';
import type { ToolProps, ToolRenderer } from '../tool-renderer.ts';

/** Names of files: by which pattern, where, and how many there are. */
export const filesRenderer: ToolRenderer = {
  name: 'files',
  matches: ofKind('files'),
  contextInfo: ({ input }) => {
    const folder = folderIn(input);
    const pattern = firstText(input, 'pattern');
    return pattern === undefined ? folder : `${pattern}${after('in', folder)}`;
  },
  description: ({ result }: ToolProps) => {
    const data = fieldsOf(result?.structured);
    return foundText(firstNumber(data, 'numFiles') ?? lengthOf(data, 'files'), 'file', data);
  },
};

/** Where was looked. */
export function folderIn(input: JsonFields): string | undefined {
  const folder = firstText(input, 'path', 'dir_path', 'directory');
  return folder === '.' ? undefined : folder;
}

/** `12 files`; `200+ matches` where there are more than were counted. */
export function foundText(count: number | undefined, one: string, data: JsonFields): string | undefined {
  if (count === undefined) return undefined;
  const more = data['more'] === true || data['truncated'] === true;
  return more ? `${count}+ ${countOf(2, one).slice(2)}` : countOf(count, one);
}

export function lengthOf(data: JsonFields, name: string): number | undefined {
  const list = data[name];
  return isList(list) ? list.length : undefined;
}
