import { callResult, callStatus, HUMAN } from '@toolthread/core';
import type { Call, Failure, Request } from '@toolthread/core';
import { parsedJson } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import {
  answersText,
  callMs,
  callArguments,
  callError,
  decisionText,
  resultText,
  statusWord,
} from '@toolthread/core/lines';
import { formatDuration, formatSize, visible } from '@toolthread/core/text';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { isTerminalText, unlessWrittenOver } from '../terminal/terminal-rows.ts';
import { TerminalText } from '../terminal/terminal-text.tsx';
import { LongText } from '../text/long-text.tsx';
import { useStill } from '../thread/use-still.ts';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { callJson } from './call-json.ts';
import { editedLabel } from './edited-label.ts';
import { useLanguage } from '../labels/use-language.ts';
import type { Phrase } from '../labels/phrase.ts';
import type { Language } from '@toolthread/core/text';

interface CallDetailsProps {
  readonly call: Call;
  /** What is in sight of the result, all of it: once is enough. */
  readonly inSight?: string | undefined;
}

/** All that the ledger knows of a call, and is not in sight already. */
export function CallDetails({ call, inSight }: CallDetailsProps): ReactNode {
  const language = useLanguage();
  const { say } = language;
  const result = callResult(call);
  const { actions } = useThreadSettings();
  const still = useStill();
  // A page that was saved has no server to ask.
  const address = result === undefined || still ? undefined : actions.resultUrl?.(call);
  const error = result && callError(result, language);
  const text = resultText(call, language);
  // Where nothing else was given, the words of the result are the error's.
  const isError = error !== undefined && text === language.told(error.message);
  const problem = error === undefined ? '' : untold(error, language, isError ? inSight : text);
  const structured = result?.structured === text ? undefined : result?.structured;
  const executed = call.request?.settled?.executedArguments;
  // Of a question the answer is the result; of a form it is beside it.
  const answers =
    call.request?.kind === 'elicitation' ? answersText(call.request.settled?.answers ?? [], language) : '';
  return (
    <div className="tt-details">
      <Field name={say(executed === undefined ? 'Arguments' : 'Proposed arguments')}>
        <ArgumentsView text={call.arguments === '' ? callArguments(call).text : call.arguments} />
      </Field>
      {executed !== undefined && (
        <Field name={say(editedLabel(call))}>
          <ArgumentsView text={executed} />
        </Field>
      )}
      {answers !== '' && (
        <Field name={say('You answered')}>
          <pre className="tt-result">
            <LongText text={answers} />
          </pre>
        </Field>
      )}
      {text !== undefined && text !== '' && !isError && text.trim() !== inSight && (
        <Field name={say('Result')}>
          <pre className="tt-result tt-full" tabIndex={0}>
            <ResultText text={text} />
          </pre>
        </Field>
      )}
      {structured !== undefined && (
        <Field name={say('Data')}>
          <JsonView value={structured} defaultOpen />
        </Field>
      )}
      {problem !== '' && (
        <Field name={say('Error')}>
          <p className="tt-plain">
            <LongText text={problem} />
          </p>
        </Field>
      )}
      <div className="tt-details-foot">
        <span>{facts(call, language).join(' · ')}</span>
        {address !== undefined && (
          <a className="tt-link-button" href={address} target="_blank" rel="noopener">
            {say('Whole result')}
          </a>
        )}
        <CopyButton text={() => callJson(call)} label={say('Copy as JSON')} />
      </div>
    </div>
  );
}

/** What is not seen of an error: `Exit code 1.` at the end of the output is all of it. */
function untold({ message, code = '' }: Failure, { told }: Language<Phrase>, seen = ''): string {
  const words = told(message);
  const isSeen = seen.includes(message) || seen.includes(words);
  const isInWords = message.split(/\W/).includes(code);
  return [isSeen ? '' : words, isInWords ? '' : code].filter(Boolean).join(' · ');
}

/** [L4] In colours, if a terminal would show all of it. */
function ResultText({ text }: { readonly text: string }): ReactNode {
  const rows = useMemo(() => (isTerminalText(text) ? unlessWrittenOver(text) : undefined), [text]);
  return rows === undefined ? <LongText text={text} /> : <TerminalText rows={rows} />;
}

function Field({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="tt-field">
      <p className="tt-field-name">{name}</p>
      {children}
    </div>
  );
}

function ArgumentsView({ text }: { readonly text: string }): ReactNode {
  const value: Json | undefined = useMemo(() => parsedJson(text), [text]);
  if (value !== undefined) return <JsonView value={value} defaultOpen />;
  return (
    <pre className="tt-result">
      <LongText text={text} />
    </pre>
  );
}

function facts(call: Call, language: Language<Phrase>): string[] {
  const { say } = language;
  const result = callResult(call);
  const ms = callMs(call);
  const { request } = call;
  return [
    visible(call.name),
    say(statusWord(callStatus(call))),
    ...(ms === undefined ? [] : [formatDuration(ms, language)]),
    ...(request?.settled === undefined ? [] : [decided(request, language)]),
    ...(result?.fullSize === undefined
      ? []
      : [say('{size} before truncation', { size: formatSize(result.fullSize, language) })]),
    ...(call.runs === 'provider' ? [say('run by the provider')] : []),
    visible(call.id),
  ];
}

function decided(request: Request, language: Language<Phrase>): string {
  const what = visible(decisionText(request, language));
  const by = request.settled?.by;
  if (by === undefined) return what;
  const name = by === HUMAN ? language.say('you') : visible(by);
  return language.say('{decision} by {name}', { decision: what, name });
}
