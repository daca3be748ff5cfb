import { latePart } from '@toolthread/react';
import type { LatePart } from '@toolthread/react';
import type { ReactNode } from 'react';
import { ConnectionNotice } from '../thread/connection-notice.tsx';
import { MenuButton } from '../page/menu-button.tsx';

interface Page {
  /** Absent if there is no list. */
  readonly onMenu: (() => void) | undefined;
}

/** A page that comes late. While the server that has it does not answer, that is said in its place, and the list can be opened. */
export function latePage<Props extends Page>(load: () => Promise<(props: Props) => ReactNode>): LatePart<Props> {
  return latePart(load, ({ onMenu }, missed) =>
    missed ? (
      <main id="main" className="thread-page">
        <header className="bar">{onMenu !== undefined && <MenuButton onPress={onMenu} />}</header>
        <ConnectionNotice connection={{ connection: 'reconnecting', problem: undefined }} />
      </main>
    ) : null,
  );
}
