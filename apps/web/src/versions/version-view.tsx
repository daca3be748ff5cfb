import { timeline } from '@toolthread/core';
import { vectorOf } from '@toolthread/core/lines';
import type { Thread, Timeline } from '@toolthread/core';
import { visible } from '@toolthread/core/text';
import { ThreadView } from '@toolthread/react';
import type { ThreadActions, ThreadViewHandle, ToolRenderer } from '@toolthread/react';
import { useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { useAnchor } from '../find/use-anchor.ts';
import { blobAddress } from '../page/blob-address.ts';
import { ForkButton } from './fork-button.tsx';
import { useSteppedFocus } from './use-stepped-focus.ts';
import { useVersion } from './use-version.ts';
import { pathTo, versionLevel, versionsIn } from './versions-in.ts';
import type { VersionLevel } from './versions-in.ts';

export interface VersionViewProps {
  /** The thread in which it is an earlier version. */
  readonly base: Thread;
  readonly end: number;
  /** The version that is `base`, and what that is in, each with the thread that it is a version of; the outer one first. */
  readonly outer?: readonly (readonly [VersionLevel, Thread])[];
  /** The version in it that is shown, from the outer to the inner one. */
  readonly inner: readonly number[];
  readonly renderers: readonly ToolRenderer[] | undefined;
  readonly actions: ThreadActions;
  /** Another version of the thread; none is the newest. */
  readonly onVersion: (ends: readonly number[]) => void;
}

const NOTHING_YET: Timeline['items'] = vectorOf([]);

/** An earlier version of a thread, to be read: what a rewind left behind. It may have earlier versions itself. */
export function VersionView(props: VersionViewProps): ReactNode {
  const { base, end, outer = [], renderers, actions, onVersion } = props;
  const [innerEnd, ...rest] = props.inner;
  const { say } = usePageLanguage();
  const { id } = base.state;
  const version = useVersion(id, end);
  const path = outer.map(([level]) => level.end);
  const place = useMemo(() => versionLevel(base, end, path), [base.state.rewinds, base.state.messageCount, end]);
  const known = typeof version === 'object' ? version : undefined;
  const levels = place === undefined ? outer : [...outer, [place, base] as const];
  const versions = useMemo(() => known && versionsIn(known, levels), [known, place]);
  const items = known === undefined ? NOTHING_YET : timeline(known).items;
  const view = useRef<ThreadViewHandle>(null);
  useAnchor(items, view);
  useSteppedFocus(items, view, known !== undefined && innerEnd === undefined);
  if (known !== undefined && innerEnd !== undefined)
    return <VersionView {...props} base={known} end={innerEnd} outer={levels} inner={rest} />;
  const { fork, diff, undo } = actions;
  const isOf = place === undefined ? undefined : { n: place.shown + 1, all: place.ends.length };
  return (
    <>
      {known !== undefined && versions !== undefined && (
        <ThreadView
          key={end}
          ref={view}
          thread={`${id}@${end}`}
          items={items}
          actions={{ ...(diff === undefined ? {} : { diff }), ...(undo === undefined ? {} : { undo }) }}
          renderers={renderers}
          blobUrl={blobAddress}
          may="read"
          folded={() => known}
          versions={versions}
          onVersion={(chosen) =>
            onVersion(
              pathTo(
                chosen,
                levels.map(([level]) => level),
                [...path, end],
              ),
            )
          }
        />
      )}
      {typeof version === 'string' && (
        <p className="problem" role="alert">
          {say('This version could not be read: {problem}', { problem: visible(version) })}
        </p>
      )}
      <footer className="tt-root tt-composer version-foot" role="status">
        <span>
          {isOf === undefined ? say('An earlier version.') : say('Version {n} of {all}.', isOf)}{' '}
          {say('It is kept as it was.')}
        </span>
        <button type="button" className="tt-button" data-primary onClick={() => onVersion([])}>
          {say('Back to the newest')}
        </button>
        {fork !== undefined && <ForkButton fork={() => fork(end, {})} />}
      </footer>
    </>
  );
}
