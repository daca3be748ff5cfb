/** Renderers of one's own, from the server. Loaded where it has some: most have none. */
import { thrownWords } from '@toolthread/core/text';
import * as React from 'react';
import { CodeBlock, Diff, JsonView, Markdown, rendererFor, Terminal, toolRenderers } from '@toolthread/react';
import type { ToolRenderer } from '@toolthread/react';

/** What the module is given: it imports nothing. */
const kit = { React, rendererFor, CodeBlock, Diff, JsonView, Markdown, Terminal };

export interface OwnRenderers {
  /** All that the page draws with: one's own, then those it has by itself. */
  readonly renderers?: readonly ToolRenderer[];
  /** Why there are none of one's own. */
  readonly problem?: string;
}

/** `await loadRenderers('/renderers/….js')` */
export async function loadRenderers(address: string): Promise<OwnRenderers> {
  try {
    const { renderers: make }: { renderers?: unknown } = await import(/* @vite-ignore */ address);
    if (typeof make !== 'function') throw new Error('it exports no function "renderers"');
    const made: unknown = make(kit);
    if (!Array.isArray(made) || !made.every(isRenderer)) throw new Error('its function returns no list of renderers');
    return { renderers: [...made, ...toolRenderers] };
  } catch (error) {
    const why = thrownWords(error);
    return { problem: `The file of --renderers cannot be used: ${why}` };
  }
}

function isRenderer(value: unknown): value is ToolRenderer {
  return typeof value === 'object' && value !== null && 'matches' in value && typeof value.matches === 'function';
}
