import { callStatus, callText, formatDuration, resultText } from '@toolthread/core';
import type { Call, CallStatus, Child } from '@toolthread/core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { LongText } from '../text/long-text.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { useOpened } from '../thread/use-opened.ts';
import { ToolBlockRenderer, useRenderer } from '../tools/tool-block-renderer.tsx';
import { wordsOf } from '../tools/tool-words.tsx';
import { CallDetails } from './call-details.tsx';
import { ChildRun } from './child-run.tsx';
import type { DrawItems } from './child-run.tsx';
import { LiveOutput } from './live-output.tsx';

export interface CallEntryProps {
  readonly call: Call;
  readonly childRuns: readonly Child[];
  readonly drawItems: DrawItems;
}

/** `call → result` on one line where it fits, else the result below; details on a click. */
export function CallEntry({ call, childRuns, drawItems }: CallEntryProps): ReactNode {
  const [open, setOpen] = useOpened(`${call.place}:details`);
  const details = useId();
  const status = callStatus(call);
  const renderer = useRenderer(call);
  const words = wordsOf(call, renderer);
  const inline = words?.inline;
  const pending = call.state.name !== 'settled';
  return (
    <div className="tt-entry tt-call" data-status={status}>
      <div className="tt-call-line">
        <div className="tt-call-words">
          <button
            type="button"
            className="tt-call-head"
            aria-expanded={open}
            aria-controls={details}
            title={open ? 'Hide details' : 'Show details'}
            onClick={() => setOpen(!open)}
          >
            <CallSignature call={call} summary={renderer?.summary?.(call)} />
          </button>
          {inline !== undefined && (
            <span className="tt-call-inline">
              <span className="tt-arrow"> → </span>
              <VisibleText text={inline} />
            </span>
          )}
          {pending && status !== 'waiting' && <span className="tt-hourglass"> ⏳</span>}
        </div>
        <Note call={call} status={status} />
      </div>
      <LiveOutput call={call} />
      <ToolBlockRenderer call={call} />
      <Problem call={call} seen={inline ?? words?.text.slice(0, words.shown) ?? ''} />
      {childRuns.map((child) => (
        <ChildRun key={child.scope} child={child} drawItems={drawItems} />
      ))}
      <div id={details} hidden={!open}>
        {open && <CallDetails call={call} />}
      </div>
    </div>
  );
}

/** The name in ink, the arguments softer. */
function CallSignature({ call, summary }: { readonly call: Call; readonly summary: string | undefined }): ReactNode {
  const whole = callText(call);
  const name = whole.slice(0, whole.indexOf('('));
  const text = summary === undefined ? whole : `${name}(${summary})`;
  return (
    <>
      <VisibleText text={name} />
      <span className="tt-arguments">
        <VisibleText text={text.slice(name.length)} />
      </span>
    </>
  );
}

function Note({ call, status }: { readonly call: Call; readonly status: CallStatus }): ReactNode {
  const edited = call.request?.settled?.decision === 'edit' ? 'edited by you' : undefined;
  const words = [edited, statusNote(call, status), duration(call)].filter((word) => word !== undefined);
  return (
    <span className="tt-call-note" data-status={status}>
      {words.join(' · ')}
    </span>
  );
}

function statusNote({ state }: Call, status: CallStatus): string | undefined {
  if (state.name === 'retrying') return `⟳ Retrying (${state.attempt}/${state.max})`;
  if (status === 'waiting') return 'waiting for you';
  if (status === 'done') return undefined;
  return state.name === 'settled' ? status : undefined;
}

function duration({ state }: Call): string | undefined {
  const ms = state.name === 'settled' ? state.result.durationMs : undefined;
  return ms === undefined ? undefined : formatDuration(ms);
}

interface ProblemProps {
  readonly call: Call;
  /** As much of the result as stands there. */
  readonly seen: string;
}

/** What went wrong, where the result's own words do not say it. */
function Problem({ call, seen }: ProblemProps): ReactNode {
  const { state } = call;
  if (state.name === 'retrying' && state.error !== undefined) return <ProblemLine text={state.error.message} />;
  if (state.name !== 'settled') return null;
  const { error, parts, structured } = state.result;
  const reason = call.request?.settled?.reason ?? '';
  if (reason !== '' && resultText(call)?.includes(reason) !== true) return <ProblemLine text={`“${reason}”`} />;
  if (error === undefined || (parts.length === 0 && structured === undefined)) return null;
  if (/^exit code -?\d+\.?$/i.test(error.message) || seen.includes(error.message)) return null;
  return <ProblemLine text={error.message} />;
}

function ProblemLine({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="tt-problem">
      <LongText text={text} />
    </div>
  );
}
