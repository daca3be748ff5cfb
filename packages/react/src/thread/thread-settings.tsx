import { createContext, use } from 'react';
import type { Context } from 'react';
import { toolRenderers } from '../tools/tool-renderers.ts';
import type { ToolRenderer } from '../tools/tool-renderer.ts';
import type { ThreadActions } from './actions.ts';
import type { OpenedStore } from './opened-store.ts';

/** What every part of a thread may need. The parts also work alone, with these defaults. */
export interface ThreadSettings {
  readonly actions: ThreadActions;
  readonly renderers: readonly ToolRenderer[];
  /** Undefined: each part remembers for itself, until it is gone. */
  readonly opened: OpenedStore | undefined;
  /** The address of a stored blob on the page's own server. */
  readonly blobUrl: ((hash: string) => string) | undefined;
}

export const ThreadSettingsContext: Context<ThreadSettings> = createContext<ThreadSettings>({
  actions: {},
  renderers: toolRenderers,
  opened: undefined,
  blobUrl: undefined,
});

export function useThreadSettings(): ThreadSettings {
  return use(ThreadSettingsContext);
}
