/** Blocks as the seed's functions write them into a text. */
import { completePendingToolBlock, formatToolStarted } from '../../src/blocks/index.ts';

export function started(name: string, args: Record<string, unknown> = {}, id?: string): string {
  return formatToolStarted(name, args, id)[0];
}

export function completed(text: string, name: string, result: unknown, id?: string): string {
  return completePendingToolBlock(text, name, result, id)[0];
}

/** Another text is completed in between: nothing is remembered of this one. */
export function completedAnew(text: string, name: string, result: unknown, id?: string): string {
  completed('', 'other', 1);
  return completed(text, name, result, id);
}
