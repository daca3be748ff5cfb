import { z } from 'zod';
import { defineTool } from '../tool/define-tool.ts';
import { pathText } from '../tool/path-text.ts';
import type { Tool } from '../tool/tool.ts';
import { errorValue } from '../tool/tool-value.ts';
import { decodeText, MOST_TEXT_BYTES } from '../workspace/decode-text.ts';
import { diffValue } from './diff-value.ts';
import { locate, readBytes, writeText } from '../workspace/locate.ts';

const MOST_AFTER = 8 * 1024 * 1024;

/** `edit_file`: replaces text in a file. */
export const editFile: Tool = defineTool({
  name: 'edit_file',
  question: 'Change this file?',
  description:
    'Replaces text in a file of the workspace. old_text must be there exactly once, to the last space, unless all is set.',
  input: z.object({
    path: pathText().describe('From the workspace.'),
    old_text: z.string().min(1),
    new_text: z.string(),
    all: z.boolean().optional().describe('Replace every occurrence.'),
  }),
  execute: async ({ path, old_text: oldText, new_text: newText, all = false }, { workspace }) => {
    const place = await locate(workspace, path);
    if (!place.ok) return errorValue(place.problem);
    const read = await readBytes(place, MOST_TEXT_BYTES);
    if (!read.ok) return errorValue(read.problem);
    if (read.size > MOST_TEXT_BYTES) return errorValue(`${path} is too large to edit (${read.size} bytes).`);
    const before = decodeText(read.bytes);
    if (before === undefined) return errorValue(`${path} is not UTF-8 text.`);
    const { pieces, ends } = piecesOf(before, oldText);
    const found = pieces.length - 1;
    if (found === 0) return errorValue(`old_text is not in ${path}. Read the file again and copy it exactly.`);
    if (found > 1 && !all) return errorValue(`old_text is in ${path} ${found} times. Give more of it, or set all.`);
    const replacement = withEnds(newText, ends);
    if (before.length + found * replacement.length > MOST_AFTER)
      return errorValue(`${path} would become too large to edit.`);
    const after = pieces.join(replacement);
    const written = await writeText(place, after);
    if (!written.ok) return errorValue(written.problem);
    return diffValue(place.name, before, after);
  },
});

/** A reader is shown `\n` for every end of a line: what is not there as it is may be there with the file's own. */
function piecesOf(text: string, wanted: string): { readonly pieces: readonly string[]; readonly ends: string } {
  const pieces = text.split(wanted);
  const ends = text.includes('\r\n') ? '\r\n' : '\r';
  if (pieces.length > 1 || !text.includes(ends)) return { pieces, ends: '\n' };
  return { pieces: text.split(withEnds(wanted, ends)), ends };
}

function withEnds(text: string, ends: string): string {
  return ends === '\n' ? text : text.replace(/\r?\n/g, ends);
}
