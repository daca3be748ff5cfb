import { callResult } from '@toolthread/core';
import { exitCodeIn } from '@toolthread/core/events';
import { problemText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { LongText } from '../text/long-text.tsx';
import type { ToolView } from '../tools/tool-view.ts';

/** What went wrong, or why it was denied, where what is drawn of the call does not say it. */
export function CallProblem({ view }: { readonly view: ToolView }): ReactNode {
  const { words, props } = view;
  if (exitCodeIn(callResult(props.call)?.structured)) return null;
  const problem = problemText(props.call, words?.inline ?? words?.text.slice(0, words.shown) ?? '');
  if (problem === undefined) return null;
  return (
    <div className="tt-problem">
      <LongText text={props.language.told(problem)} />
    </div>
  );
}
