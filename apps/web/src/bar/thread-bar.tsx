import { visible } from '@toolthread/core/text';
import { answererOf, choiceOf } from '@toolthread/core/queries';
import { type Thread, titleOf } from '@toolthread/core';
import type { ThreadFigures } from '@toolthread/core/summary';
import { latePart } from '@toolthread/react';
import type { ThreadActions, ToolRenderer } from '@toolthread/react';
import type { ReactNode } from 'react';
import { folderOf } from '../home/folders.ts';
import type { Folders } from '../home/folders.ts';
import { MenuButton } from '../page/menu-button.tsx';
import { withLateStyles } from '../late/with-late-styles.ts';
import { ThemeButton } from '../page/theme-button.tsx';
import { answererName } from '../thread/is-someone-at-work.ts';
import type { Standing } from '../people/standing.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';

const BarPlace = latePart(
  async () => (await import('./bar-place.tsx')).BarPlace,
  ({ words }) => words,
);
const ThreadTotals = latePart(async () => (await withLateStyles(import('./thread-totals.tsx'))).ThreadTotals);
const ImportAccount = latePart(async () => (await import('./import-account.tsx')).ImportAccount);
const ThreadPeople = latePart(async () => (await withLateStyles(import('../people/thread-people.tsx'))).ThreadPeople);
const ExportMenu = latePart(async () => (await withLateStyles(import('../export/export-menu.tsx'))).ExportMenu);

export interface ThreadBarProps {
  readonly thread: Thread;
  /** What it is called in the list: until its events are here, nothing else is known of it. */
  readonly listed: string | undefined;
  /** What came before the part of it that is here, in numbers. */
  readonly before: ThreadFigures | undefined;
  readonly whole: () => Promise<Thread>;
  readonly agent: string;
  readonly folders: Folders;
  readonly renderers: readonly ToolRenderer[] | undefined;
  /** A person may choose here who answers. */
  readonly canChoose: boolean;
  /** A person may ask for a shorter context. */
  readonly canCompact: boolean;
  readonly reachable: boolean;
  /** Who looks at this page, where threads have owners. */
  readonly you: string | undefined;
  /** Another number where that has become another. */
  readonly standing: number;
  /** Told what they may do in this thread. */
  readonly onStanding: (standing: Standing) => void;
  /** Of a change of the workspace: an export has it. */
  readonly diff: ThreadActions['diff'];
  /** An earlier version is shown: what is counted here is not of it. */
  readonly isOlder: boolean;
  readonly onFind: () => void;
  readonly onCopy: () => void;
  /** Absent if there is no list. */
  readonly onMenu: (() => void) | undefined;
}

export function ThreadBar({
  thread,
  listed,
  before,
  whole,
  agent,
  folders,
  renderers,
  canChoose,
  canCompact,
  reachable,
  you,
  standing,
  onStanding,
  diff,
  isOlder,
  onFind,
  onCopy,
  onMenu,
}: ThreadBarProps): ReactNode {
  const { state } = thread;
  const { say, told } = usePageLanguage();
  const own = choiceOf(state)?.workspace ?? state.workspace;
  // The demo agent has a folder of its own.
  const usual = canChoose && answererOf(state).agent !== 'demo' ? folders.usual : undefined;
  const place = [answererName(state, agent) ?? say('External agent'), folderOf(own, { ...folders, usual })]
    .filter((word) => word !== undefined)
    .map((word) => visible(told(word)))
    .join(' · ');
  // Every thread has a first event.
  const isKnown = state.seq > 0;
  const title = isKnown ? visible(titleOf(state) ?? say('New thread')) : visible(listed ?? '…');
  return (
    <header className="bar thread-bar">
      <title>{`${title} · Toolthread`}</title>
      {onMenu !== undefined && <MenuButton onPress={onMenu} />}
      <h1 title={title}>{title}</h1>
      <span className="bar-place">{isKnown && <BarPlace state={state} canChoose={canChoose} words={place} />}</span>
      <span className="bar-totals">
        <ThreadTotals
          state={state}
          before={before}
          place={place}
          canCompact={canCompact}
          reachable={reachable}
          isOlder={isOlder}
        />
      </span>
      {you !== undefined && <ThreadPeople thread={state.id} you={you} round={standing} onStanding={onStanding} />}
      <ImportAccount state={state} />
      <button type="button" className="quiet bar-button" onClick={onFind}>
        {say('Find')}
      </button>
      <ExportMenu id={state.id} whole={whole} renderers={renderers} diff={diff} onCopy={onCopy} />
      <ThemeButton />
    </header>
  );
}
