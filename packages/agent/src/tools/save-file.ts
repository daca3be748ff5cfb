import { z } from 'zod';
import { defineTool } from '../tool/define-tool.ts';
import { pathText } from '../tool/path-text.ts';
import type { Tool } from '../tool/tool.ts';
import { errorValue, textValue } from '../tool/tool-value.ts';
import { decodeText, MOST_TEXT_BYTES } from '../workspace/decode-text.ts';
import { diffValue } from './diff-value.ts';
import { locate, readBytes, writeText } from '../workspace/locate.ts';

/** `save_file`: writes a whole file. */
export const saveFile: Tool = defineTool({
  name: 'save_file',
  question: 'Save this file?',
  description:
    'Writes a whole file of the workspace, new or in place of what was there. For small changes use edit_file.',
  input: z.object({ path: pathText().describe('From the workspace.'), content: z.string() }),
  execute: async ({ path, content }, { workspace }) => {
    const place = await locate(workspace, path);
    if (!place.ok) return errorValue(place.problem);
    const known = await readBytes(place, MOST_TEXT_BYTES);
    const written = await writeText(place, content);
    if (!written.ok) return errorValue(written.problem);
    if (known.ok && known.size > MOST_TEXT_BYTES) return textValue(`Changed ${place.name}.`);
    const before = known.ok ? (decodeText(known.bytes) ?? '') : undefined;
    return diffValue(place.name, before, content);
  },
});
