import { callStatus } from '@toolthread/core';
import type { Call, Child } from '@toolthread/core';
import { callMs, callNote, childrenAround, isUnderWay, resultText, retryText } from '@toolthread/core/lines';
import { formatDuration } from '@toolthread/core/text';
import { use, useId } from 'react';
import type { ReactNode } from 'react';
import { VisibleText } from '../text/visible-text.tsx';
import { useStill } from '../thread/use-still.ts';
import { useOpened } from '../thread/use-opened.ts';
import { ToolBlock } from '../tools/tool-block-renderer.tsx';
import { useToolView } from '../tools/tool-view.ts';
import type { ToolView } from '../tools/tool-view.ts';
import { AtWorkContext } from './at-work-context.ts';
import { CallDetails } from './call-details.tsx';
import { CallProblem } from './call-problem.tsx';
import { CallSignature } from './call-signature.tsx';
import { ChildRun } from './child-run.tsx';
import type { DrawItems } from './child-run.tsx';
import { LiveOutput } from './live-output.tsx';
import { useLanguage } from '../labels/use-language.ts';
import type { Language } from '@toolthread/core/text';

/** A call, and the runs that it started. */
export interface CallEntryProps {
  readonly call: Call;
  readonly childRuns: readonly Child[];
  readonly drawItems: DrawItems;
}

/**
 * `call → result` on one line where it fits, else the result below; details on a click.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<CallEntry call={exampleCall} childRuns={[]} drawItems={() => null} />).includes('search_files'); //=> true
 */
export function CallEntry({ call, childRuns, drawItems }: CallEntryProps): ReactNode {
  const [open, setOpen] = useOpened(`${call.place}:details`);
  const details = useId();
  const status = callStatus(call);
  const { above, between, below } = childrenAround(call, childRuns);
  const view = useToolView(call, above.length > 0);
  const { words } = view;
  const inline = words?.inline;
  // What is cut, or drawn by a renderer, is under the details as it is.
  const inSight = inline ?? (words?.marker === undefined ? words?.text.trim() : undefined);
  const atWork = use(AtWorkContext);
  const language = useLanguage();
  const still = useStill();
  const wholeBelow = open && !still && (resultText(call, language) ?? '') !== '';
  const drawChild = (child: Child): ReactNode => <ChildRun key={child.scope} child={child} drawItems={drawItems} />;
  const signature = <CallSignature view={view} />;
  const line = (
    <>
      <div className="tt-call-words">
        {still ? (
          signature
        ) : (
          <button
            type="button"
            className="tt-call-head"
            aria-expanded={open}
            aria-controls={details}
            title={language.say(open ? 'Hide details' : 'Show details')}
            onClick={() => setOpen(!open)}
          >
            {signature}
          </button>
        )}
        {inline !== undefined && (
          <span className="tt-call-inline">
            <span className="tt-arrow"> → </span>
            <span className="tt-call-given">
              <VisibleText text={inline} />
            </span>
          </span>
        )}
        {status === 'done' && gaveNothing(view) && (
          <span className="tt-call-inline">
            <span className="tt-arrow"> → {language.say('(empty)')}</span>
          </span>
        )}
        {isUnderWay(call, atWork) && status !== 'waiting' && (
          <span className="tt-hourglass"> {status === 'running' ? `⏳ ${language.say('Running…')}` : '⏳'}</span>
        )}
      </div>
      <span className="tt-call-note" data-status={status}>
        <VisibleText text={notes(call, atWork, language).join(' · ')} />
      </span>
    </>
  );
  return (
    <div className="tt-root tt-entry tt-call" data-status={status} data-entry={call.place}>
      {still ? (
        <details className="tt-fold">
          <summary className="tt-call-line">{line}</summary>
          <CallDetails call={call} inSight={inSight} />
        </details>
      ) : (
        <div className="tt-call-line">{line}</div>
      )}
      {above.map(drawChild)}
      <LiveOutput call={call} />
      <ToolBlock view={view} open={open || still} wholeBelow={wholeBelow} />
      {between.map(drawChild)}
      <CallProblem view={view} />
      {below.map(drawChild)}
      {!still && (
        <div id={details} hidden={!open}>
          {open && <CallDetails call={call} inSight={inSight} />}
        </div>
      )}
    </div>
  );
}

/**
 * Neither words nor anything drawn: that is a result too, and not one that is missing. What a provider ran may have given something that
 * only its model was told.
 */
function gaveNothing({ Body, words, props: { call, result } }: ToolView): boolean {
  if (call.runs === 'provider') return false;
  const isDrawn = Body !== undefined || result?.parts.some(({ type }) => type !== 'text') === true;
  return !isDrawn && (words?.text ?? '').trim() === '';
}

function notes(call: Call, atWork: boolean, language: Language): readonly string[] {
  const ms = callMs(call);
  const duration = ms === undefined ? undefined : formatDuration(ms, language);
  return [callNote(call, atWork, language), retryText(call, language), duration].filter((word) => word !== undefined);
}
