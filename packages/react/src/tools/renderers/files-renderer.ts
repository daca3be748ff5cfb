import { fieldsOf, isList } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { ofKind } from '../of-kind.ts';
import { within, firstNumber, firstText } from '../first-text.ts';
import { foundIn } from '../found-in.ts';
import type { Found } from '../found-in.ts';
import type { ToolProps, ToolRenderer } from '../tool-renderer.ts';

/** Names of files: by which pattern, where, and how many there are. */
export const filesRenderer: ToolRenderer = {
  name: 'files',
  matches: ofKind('files'),
  contextInfo: ({ input, language }) => {
    const folder = folderIn(input);
    const pattern = firstText(input, 'pattern');
    return pattern === undefined ? folder : within(pattern, folder, language);
  },
  description: (props: ToolProps) => {
    const data = fieldsOf(props.result?.structured);
    const count = firstNumber(data, 'numFiles') ?? lengthOf(data, 'files');
    // A folder's list may have folders in it, and be drawn as a tree.
    const isList = count !== undefined || firstText(props.input, 'pattern') === undefined;
    return isList ? foundText(count, 'file', data, props.language) : toldText(props, 'file');
  },
};

/** The same, where the result is only text. */
export function toldText(props: ToolProps, what: 'file' | 'match'): string | undefined {
  const found = foundIn(props, what);
  return found && foundText(found.count, found.what, { more: found.more }, props.language);
}

/** Where was looked. */
export function folderIn(input: JsonFields): string | undefined {
  const folder = firstText(input, 'path', 'dir_path', 'directory');
  return folder === '.' ? undefined : folder;
}

/** `12 files`; `200+ matches` where there are more than were counted. */
export function foundText(
  count: number | undefined,
  one: Found['what'],
  data: JsonFields,
  language: ToolProps['language'],
): string | undefined {
  const more = data['more'] === true || data['truncated'] === true;
  return count === undefined ? undefined : language.count(count, one, more ? '+' : '');
}

export function lengthOf(data: JsonFields, name: string): number | undefined {
  const list = data[name];
  return isList(list) ? list.length : undefined;
}
