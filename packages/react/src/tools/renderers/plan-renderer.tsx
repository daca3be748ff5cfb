import { decisionText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { Markdown } from '../../markdown/markdown.tsx';
import { planText } from '../../requests/plan/plan-text.ts';
import { ofKind } from '../of-kind.ts';
import { firstText } from '../first-text.ts';
import type { ToolProps, ToolRenderer } from '../tool-renderer.ts';

/** A plan for the person: in sight while its group is closed, because what follows is judged by it. */
export const planRenderer: ToolRenderer = {
  name: 'plan',
  mostLetters: 32_768,
  matches: (call) => ofKind('plan')(call) || call.request?.kind === 'plan',
  contextInfo: (props) =>
    firstText(props.input, 'plan_path', 'filePath') ?? (planIn(props) === undefined ? undefined : ''),
  // What the call says of itself is not said twice.
  description: ({ call, result, language }) =>
    call.request?.settled === undefined || result?.outcome === 'denied'
      ? undefined
      : decisionText(call.request, language),
  hasBody: (props) => planIn(props) !== undefined,
  Body: Plan,
  keepsWords: true,
  standalone: true,
};

function Plan(props: ToolProps): ReactNode {
  return (
    <div className="tt-plan-text">
      <Markdown text={planIn(props) ?? ''} complete={props.call.state.name !== 'streaming'} />
    </div>
  );
}

function planIn({ input, call }: ToolProps): string | undefined {
  const words = firstText(input, 'plan', 'response');
  return words ?? (call.request?.kind === 'plan' ? planText(call.arguments) : undefined);
}
