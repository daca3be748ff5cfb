import type { ChangesItem, OrphanItem } from '@toolthread/core';
import type { ReactNode } from 'react';
import { NewestFirst } from '../items/newest-first.tsx';
import type { BytePart } from '../parts/byte-part.ts';
import { late } from '../parts/late.ts';
import type { Late } from '../parts/late.ts';
import type { CallEntryProps } from './call-entry.tsx';
import type { CallUnderWayProps } from './call-under-way.tsx';
import type { VerdictReasonsProps } from '../items/verdict-reasons.tsx';
import type { StandingCallsProps } from './standing-calls.tsx';

/** What draws calls, each by its renderer. */
export interface CallParts {
  readonly CallEntry: (props: CallEntryProps) => ReactNode;
  readonly StandingCalls: (props: StandingCallsProps) => ReactNode;
  readonly CallUnderWay: (props: CallUnderWayProps) => ReactNode;
  /** A result without its call: few threads have one. */
  readonly OrphanView: (props: { readonly item: OrphanItem }) => ReactNode;
  readonly ChangesLine: (props: { readonly item: ChangesItem }) => ReactNode;
  /** What is in a closed fold. */
  readonly VerdictReasons: (props: VerdictReasonsProps) => ReactNode;
  /** Results have most images. */
  readonly ImagePart: (props: { readonly part: BytePart }) => ReactNode;
}

/** Groups are closed when a page opens: their calls, and the renderers by tool, come after. */
export const callParts: Late<CallParts> = late(async () => {
  const all = await Promise.all([
    import('./call-entry.tsx'),
    import('./standing-calls.tsx'),
    import('./call-under-way.tsx'),
    import('../items/orphan-view.tsx'),
    import('../changes/changes-line.tsx'),
    import('../items/verdict-reasons.tsx'),
    import('../parts/image-part.tsx'),
  ]);
  const [{ CallEntry }, { StandingCalls }, { CallUnderWay }, { OrphanView }, { ChangesLine }, ...others] = all;
  const [{ VerdictReasons }, { ImagePart }] = others;
  return { CallEntry, StandingCalls, CallUnderWay, OrphanView, ChangesLine, VerdictReasons, ImagePart };
});

/**
 * Fetches what draws calls. A thread that is shown does it by itself, before its groups are opened. Who draws one where no effect runs
 * waits for it first: `await loadCalls()`.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * import { createOpenedStore, GroupView, ThreadSettingsContext } from '@toolthread/react';
 * await loadCalls();
 * const item = exampleItem('group');
 * const opened = createOpenedStore('t1', undefined);
 * opened.set(item.key, true);
 * const settings = { actions: {}, renderers: undefined, opened, blobUrl: undefined };
 * const group = <GroupView item={item} drawItems={() => null} />;
 * renderToStaticMarkup(<ThreadSettingsContext value={settings}>{group}</ThreadSettingsContext>).includes('search_files'); //=> true
 */
export async function loadCalls(): Promise<void> {
  await Promise.all([callParts.load(), NewestFirst.load()]);
}
