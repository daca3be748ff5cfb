import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '@toolthread/core/json';
import { onTestFinished } from 'vitest';
import type { Tool, ToolContext, ToolValue } from '../src/index.ts';
import { loneContext } from './lone-context.ts';

/** A real folder that is gone after the test. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolthread-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Used extends ToolValue {
  readonly text: string;
  readonly live: string;
}

/** Runs a tool as the loop would, without a loop. */
export async function useTool(tool: Tool, input: Json, more: Partial<ToolContext> = {}): Promise<Used> {
  const accepted = await tool.accept(input);
  if (accepted.kind !== 'run') throw new Error(`not accepted: ${JSON.stringify(accepted)}`);
  let live = '';
  const output = (text: string): void => {
    live += text;
  };
  const value = await accepted.execute(loneContext({ output, ...more }));
  const text = value.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return { ...value, text, live };
}
