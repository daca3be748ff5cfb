import type { ReactNode } from 'react';
import { ofKind } from '../of-kind.ts';
import { changesIn, changeText, isFine } from '../changes-in.ts';
import type { FileChangeText } from '../changes-in.ts';
import { DiffView } from '../diff-view.tsx';
import { pathIn } from '../first-text.ts';
import type { ToolProps, ToolRenderer } from '../tool-renderer.ts';

/** A file that was changed: as the result says it, else as the arguments ask for it. */
export const editRenderer: ToolRenderer = {
  name: 'edit',
  matches: ofKind('edit'),
  contextInfo: (props) => pathIn(props.input) ?? pathsText(changesIn(props)),
  description: (props) => (isFine(props) ? changeText(changesIn(props)) : undefined),
  hasBody: (props) => isFine(props) && changesIn(props).length > 0,
  Body: Edited,
};

function Edited(props: ToolProps): ReactNode {
  return <Changes changes={changesIn(props)} />;
}

export function Changes({ changes }: { readonly changes: readonly FileChangeText[] }): ReactNode {
  return changes.map(({ path, patch, cut }, index) => (
    <DiffView
      key={index}
      caption={path}
      patch={patch}
      {...(cut ? { note: 'More was changed than is recorded here.' } : {})}
    />
  ));
}

function pathsText(changes: readonly FileChangeText[]): string | undefined {
  const paths = changes.map(({ path }) => path).filter((path) => path !== undefined);
  return paths.length === 0 ? undefined : paths.join(', ');
}
