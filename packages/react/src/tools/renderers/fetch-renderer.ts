import { fieldsOf } from '@toolthread/core/json';
import { formatSize } from '@toolthread/core/text';
import { ofKind } from '../of-kind.ts';
import { firstNumber, firstText } from '../first-text.ts';
import type { ToolProps, ToolRenderer } from '../tool-renderer.ts';

/** A page that was fetched: its address, what the server answered, how long it is. */
export const fetchRenderer: ToolRenderer = {
  name: 'fetch',
  matches: ofKind('fetch'),
  contextInfo: ({ input }) => firstText(input, 'url', 'prompt'),
  description: ({ result, language }: ToolProps) => {
    const data = fieldsOf(result?.structured);
    const [status, bytes] = [firstNumber(data, 'status', 'code'), firstNumber(data, 'bytes')];
    const words = [status, bytes === undefined ? undefined : formatSize(bytes, language), firstText(data, 'title')];
    return words.filter((word) => word !== undefined).join(' · ') || undefined;
  },
};
