import { textOf } from '@toolthread/core/json';
import type { ReactNode } from 'react';
import { ofKind } from '../of-kind.ts';
import { changesIn, changeText, isFine } from '../changes-in.ts';
import { fileEnding } from '../file-ending.ts';
import { FileView } from '../file-view.tsx';
import { pathIn } from '../first-text.ts';
import type { ToolProps, ToolRenderer } from '../tool-renderer.ts';
import { Changes } from './edit-renderer.tsx';

/** A file that was written: what changed in it where the result says so, else the file as it was given. */
export const writeRenderer: ToolRenderer = {
  name: 'write',
  mostLetters: 262_144,
  matches: ofKind('write'),
  contextInfo: ({ input }) => pathIn(input),
  description: (props) =>
    isFine(props) ? (changeText(changesIn(props), props.language) ?? linesText(props)) : undefined,
  hasBody: (props) => isFine(props) && (changesIn(props).length > 0 || contentIn(props) !== undefined),
  Body: Written,
};

function Written(props: ToolProps): ReactNode {
  const changes = changesIn(props);
  if (changes.length > 0) return <Changes changes={changes} />;
  const path = pathIn(props.input);
  return <FileView caption={path} language={fileEnding(path ?? '')} text={contentIn(props) ?? ''} />;
}

function contentIn({ input }: ToolProps): string | undefined {
  return textOf(input['content']);
}

function linesText(props: ToolProps): string | undefined {
  const lines = contentIn(props)?.replace(/\n$/, '').split('\n').length;
  return lines === undefined ? undefined : props.language.count(lines, 'line');
}
