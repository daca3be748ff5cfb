import { callStatus } from '@toolthread/core';
import type { Call, CallStatus, GroupItem } from '@toolthread/core';
import { callArguments, callName, callNote, isUnderWay } from '@toolthread/core/lines';
import { use } from 'react';
import type { ReactNode } from 'react';
import type { MarkState } from '../parts/state-mark.tsx';
import { useStill } from '../thread/use-still.ts';
import { AtWorkContext } from './at-work-context.ts';
import { CallProblem } from './call-problem.tsx';
import { ToolBlockRenderer } from '../tools/tool-block-renderer.tsx';
import { ToolCollapsibleWrapper } from '../tools/tool-collapsible-wrapper.tsx';
import { useToolView } from '../tools/tool-view.ts';
import { useLanguage } from '../labels/use-language.ts';

/** Of a long group only the newest entries are looked through ([L5]), as many as it shows when it is opened. */
const WITHIN = 60;

export interface StandingCallsProps {
  readonly entries: GroupItem['entries'];
}

/** The calls of a closed group that stay in sight, because their renderers say so. */
export function StandingCalls({ entries }: StandingCallsProps): ReactNode {
  const still = useStill();
  const calls: ReactNode[] = [];
  for (let index = still ? 0 : Math.max(0, entries.length - WITHIN); index < entries.length; index += 1) {
    const entry = entries.at(index);
    if (entry?.kind === 'call') calls.push(<StandingCall key={entry.key} call={entry.call} />);
  }
  return calls.length === 0 ? null : <div className="tt-standing">{calls}</div>;
}

function StandingCall({ call }: { readonly call: Call }): ReactNode {
  const view = useToolView(call);
  const { renderer, label, contextInfo, description } = view;
  const atWork = use(AtWorkContext);
  const language = useLanguage();
  if (renderer.standalone !== true) return null;
  const status = callStatus(call);
  const words = [description, view.words?.inline, callNote(call, atWork, language)]
    .filter((text) => text !== undefined)
    .join(' · ');
  return (
    <ToolCollapsibleWrapper
      id={`${call.place}:standing`}
      toolName={label ?? callName(call)}
      contextInfo={contextInfo ?? callArguments(call).text}
      description={status === 'running' ? language.say('Running…') : words}
      state={isUnderWay(call, atWork) || status !== 'called' ? marks[status] : 'interrupted'}
      defaultOpen={renderer.defaultOpen !== false}
    >
      {() => (
        <>
          <ToolBlockRenderer call={call} />
          <CallProblem view={view} />
        </>
      )}
    </ToolCollapsibleWrapper>
  );
}

const marks: { readonly [status in CallStatus]: MarkState } = {
  streaming: 'working',
  called: 'working',
  running: 'working',
  retrying: 'working',
  waiting: 'waiting',
  done: 'done',
  failed: 'failed',
  denied: 'interrupted',
  interrupted: 'interrupted',
  skipped: 'interrupted',
  lost: 'interrupted',
};
