import type { ThreadState } from '@toolthread/core';
import { visibleText } from '@toolthread/react';
import type { ReactNode } from 'react';
import { ExportMenu } from '../export/export-menu.tsx';
import { MenuButton } from '../page/menu-button.tsx';
import { ThemeButton } from '../page/theme-button.tsx';
import { ImportAccount } from './import-account.tsx';
import { modelOf } from './thread-status.ts';
import { useTotals } from './use-totals.ts';

export interface ThreadBarProps {
  readonly state: ThreadState;
  readonly agent: string;
  readonly onMenu: () => void;
}

export function ThreadBar({ state, agent, onMenu }: ThreadBarProps): ReactNode {
  const totals = useTotals(state);
  const place = [modelOf(state) ?? agent, state.workspace].filter((word) => word !== undefined).map(visibleText);
  return (
    <header className="bar">
      <MenuButton onPress={onMenu} />
      <h1>{visibleText(state.title ?? 'New thread')}</h1>
      <span className="bar-place">{place.join(' · ')}</span>
      <span className="bar-totals">{totals}</span>
      <ImportAccount state={state} />
      <ExportMenu state={state} />
      <ThemeButton />
    </header>
  );
}
