import { callError, callResult, callStatus, callText, formatDuration, resultText } from '@toolthread/core';
import type { Call, Json } from '@toolthread/core';
import type { ReactNode } from 'react';
import { editedLabel } from '../items/edited-label.ts';
import { parsedJson } from '../items/call-json.ts';
import { LiveOutput } from '../items/live-output.tsx';
import { isTerminalText, terminalRows } from '../terminal/rows.ts';
import { TerminalText } from '../terminal/terminal-text.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { ToolBlockRenderer, useRenderer } from '../tools/tool-block-renderer.tsx';
import { wordsOf } from '../tools/tool-words.tsx';

/** A call with its result as on the page; all that the ledger knows of it is in its fold. */
export function ExportCall({ call, children }: { readonly call: Call; readonly children: ReactNode }): ReactNode {
  const status = callStatus(call);
  const renderer = useRenderer(call);
  const inline = wordsOf(call, renderer)?.inline;
  const words = [status === 'done' ? undefined : status, duration(call)].filter((word) => word !== undefined);
  return (
    <div className="tt-entry tt-call" data-status={status}>
      <details className="tt-fold">
        <summary className="tt-call-line">
          <span className="tt-call-words">
            <VisibleText text={callText(call)} />
            {inline !== undefined && (
              <span className="tt-call-inline">
                <span className="tt-arrow"> → </span>
                <VisibleText text={inline} />
              </span>
            )}
          </span>
          <span className="tt-call-note" data-status={status}>
            {words.join(' · ')}
          </span>
        </summary>
        <Details call={call} />
      </details>
      <LiveOutput call={call} />
      <ToolBlockRenderer call={call} />
      {children}
    </div>
  );
}

function duration(call: Call): string | undefined {
  const ms = callResult(call)?.durationMs;
  return ms === undefined ? undefined : formatDuration(ms);
}

/** Drawn whole: without a script nothing can be drawn later. */
function Details({ call }: { readonly call: Call }): ReactNode {
  const result = callResult(call);
  const executed = call.request?.settled?.executedArguments;
  const fields: readonly (readonly [string, string | undefined])[] = [
    [executed === undefined ? 'Arguments' : 'Proposed arguments', argumentsText(call.arguments)],
    [editedLabel(call), executed === undefined ? undefined : argumentsText(executed)],
    ['Result', resultText(call)],
    ['Data', result?.structured === undefined ? undefined : indented(result.structured)],
    ['Error', result && callError(result)?.message],
  ];
  return (
    <div className="tt-details">
      {fields.map(
        ([name, text]) =>
          text !== undefined &&
          text !== '' && (
            <div key={name} className="tt-field">
              <h6>{name}</h6>
              <pre className="tt-result tt-full">
                {isTerminalText(text) ? <TerminalText rows={terminalRows(text)} /> : <VisibleText text={text} />}
              </pre>
            </div>
          ),
      )}
    </div>
  );
}

function argumentsText(text: string): string {
  const value = parsedJson(text);
  return value === undefined ? text : (indented(value) ?? text);
}

/** Undefined for what is nested deeper than anybody reads. */
function indented(value: Json): string | undefined {
  try {
    return JSON.stringify(value, undefined, 2);
  } catch {
    return undefined;
  }
}
