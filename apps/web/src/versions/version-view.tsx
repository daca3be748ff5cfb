import { timeline } from '@toolthread/core';
import { vectorOf } from '@toolthread/core/lines';
import { versionMessage, versionsOf } from '@toolthread/core/queries';
import type { Thread, Timeline } from '@toolthread/core';
import { visible } from '@toolthread/core/text';
import { itemVersions, messageItemKey, ThreadView } from '@toolthread/react';
import type { ItemVersions, ThreadActions, ThreadViewHandle, ToolRenderer } from '@toolthread/react';
import { useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { useAnchor } from '../find/use-anchor.ts';
import { blobAddress } from '../page/blob-address.ts';
import { useVersion } from './use-version.ts';

export interface VersionViewProps {
  /** The thread in which it is an earlier version. */
  readonly base: Thread;
  readonly end: number;
  /** The version in it that is shown, from the outer to the inner one. */
  readonly inner: readonly number[];
  readonly renderers: readonly ToolRenderer[] | undefined;
  readonly actions: ThreadActions;
  /** Another version of `base`; none is the newest. */
  readonly onVersion: (ends: readonly number[]) => void;
}

const NOTHING_YET: Timeline['items'] = vectorOf([]);

/** An earlier version of a thread, to be read: what a rewind left behind. It may have earlier versions itself. */
export function VersionView(props: VersionViewProps): ReactNode {
  const { base, end, renderers, actions, onVersion } = props;
  const [innerEnd, ...rest] = props.inner;
  const { say } = usePageLanguage();
  const { id } = base.state;
  const version = useVersion(id, end);
  const place = useMemo(() => placeOf(base, end), [base.state.rewinds, base.state.messageCount, end]);
  const known = typeof version === 'object' ? version : undefined;
  const versions = useMemo(() => known && versionsIn(known, base, end, place), [known, place]);
  const items = known === undefined ? NOTHING_YET : timeline(known).items;
  const view = useRef<ThreadViewHandle>(null);
  useAnchor(items, view);
  if (known !== undefined && innerEnd !== undefined)
    return (
      <VersionView
        {...props}
        base={known}
        end={innerEnd}
        inner={rest}
        onVersion={(ends) => onVersion([end, ...ends])}
      />
    );
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
            onVersion(chosen === undefined ? [] : place?.ends.includes(chosen) ? [chosen] : [end, chosen])
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
        {fork !== undefined && (
          <button type="button" className="tt-button" onClick={() => void fork(end, {})}>
            {say('Continue it in a fork')}
          </button>
        )}
      </footer>
    </>
  );
}

function placeOf({ state }: Thread, end: number): ItemVersions | undefined {
  const group = versionsOf(state).find(({ ends }) => ends.includes(end));
  return group && { ends: [...group.ends, undefined], shown: group.ends.indexOf(end) };
}

/** Those of this version itself, and on its message those that it is one of. */
function versionsIn(
  version: Thread,
  { state }: Thread,
  end: number,
  place: ItemVersions | undefined,
): ReadonlyMap<string, ItemVersions> {
  const found = new Map(itemVersions(version));
  const rewind = state.rewinds.find(({ seq }) => seq === end + 1);
  const key = rewind && messageItemKey(version, versionMessage(version.state, rewind));
  if (key !== undefined && place !== undefined) found.set(key, place);
  return found;
}
