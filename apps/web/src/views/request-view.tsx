import { fieldsOf, isFields, isJsonObject, listOf, numberOf, textOf } from '@toolthread/core/json';
import type { Json, JsonObject } from '@toolthread/core/json';
import { CopyButton, JsonView, VisibleText } from '@toolthread/react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { providerName } from '../settings/provider-name.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { askServer } from './ask-server.ts';
import { LateDetails } from './late-details.tsx';
import { RequestNotes } from './request-notes.tsx';
import type { Mark } from './request-notes.tsx';
import { requestParts } from './request-parts.ts';
import type { Block, RequestParts } from './request-parts.ts';
import { viewAddress } from './view-address.ts';
import type { View } from './view-address.ts';

type RequestOf = Extract<View, { kind: 'request' }>;

interface Shown {
  readonly about: readonly string[];
  /** The steps before and after it; none at the ends. */
  readonly previous: number | undefined;
  readonly next: number | undefined;
  readonly body: JsonObject;
  readonly marks: readonly Mark[];
  readonly unknown: readonly string[];
}

/** This many messages are open: the last ones, which the answer is about. */
const OPEN = 6;
/** Of a message on its one line. */
const SHORT = 300;
/** Of a value that is drawn at once. */
const LONG = 20_000;

/** The request of a step as it went to the provider, in words that can be read. */
export function RequestView({ view }: { readonly view: RequestOf }): ReactNode {
  const { say } = usePageLanguage();
  const { thread, step, scope } = view;
  const [shown, setShown] = useState<Shown>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    void readRequest(view, leaving.signal).then((read) => {
      if (leaving.signal.aborted) return;
      if (typeof read === 'string') setProblem(read);
      else setShown(read);
    });
    return () => leaving.abort();
  }, [thread, step, scope]);
  const at = (other: number): string => viewAddress({ ...view, step: other });
  return (
    <>
      <nav className="view-facts" aria-label={say('Steps')}>
        <span>
          {say('Step {n}', { n: String(step) })}
          {scope !== undefined && <VisibleText text={` · ${scope}`} />}
        </span>
        {shown !== undefined && <VisibleText text={shown.about.join(' · ')} />}
        {shown?.previous !== undefined && <a href={at(shown.previous)}>{say('Previous')}</a>}
        {shown?.next !== undefined && <a href={at(shown.next)}>{say('Next')}</a>}
        {shown !== undefined && (
          <CopyButton text={() => JSON.stringify(shown.body, undefined, 2)} label={say('Copy as JSON')} />
        )}
      </nav>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {problem === undefined && shown === undefined && <p role="status">{say('Looking…')}</p>}
      {shown !== undefined && <Body shown={shown} />}
    </>
  );
}

function Body({ shown: { body, marks, unknown } }: { readonly shown: Shown }): ReactNode {
  const { say } = usePageLanguage();
  const { system, tools, messages, parameters } = requestParts(body);
  return (
    <>
      <RequestNotes marks={marks} unknown={unknown} />
      {system.length > 0 && (
        <section>
          <h2>{say('System prompt')}</h2>
          {system.map((text, index) => (
            <Words key={index} text={text} />
          ))}
        </section>
      )}
      {tools.length > 0 && (
        <section>
          <h2>
            {say('Tools')} <small>{tools.length}</small>
          </h2>
          {tools.map((tool, index) => (
            <ToolFold key={index} tool={tool} />
          ))}
        </section>
      )}
      <section>
        <h2>
          {say('Messages')} <small>{messages.length}</small>
        </h2>
        {messages.map((message, index) => (
          <MessageFold
            key={index}
            index={index}
            message={message}
            marks={marks}
            open={index >= messages.length - OPEN}
          />
        ))}
      </section>
      <section>
        <h2>{say('Parameters')}</h2>
        <Value value={parameters} />
      </section>
    </>
  );
}

function ToolFold({ tool }: { readonly tool: RequestParts['tools'][number] }): ReactNode {
  return (
    <LateDetails
      summary={
        <>
          <b>
            <VisibleText text={tool.name} />
          </b>{' '}
          <span className="view-line">
            <VisibleText text={tool.description.slice(0, SHORT)} />
          </span>
        </>
      }
    >
      {() => <Value value={tool.value} />}
    </LateDetails>
  );
}

interface MessageFoldProps {
  readonly index: number;
  readonly message: RequestParts['messages'][number];
  readonly marks: readonly Mark[];
  readonly open: boolean;
}

function MessageFold({ index, message, marks, open }: MessageFoldProps): ReactNode {
  const { role, blocks, value } = message;
  const text = JSON.stringify(value);
  const marked = marks.some((mark) => isIn(mark, text));
  const first = blocks.find((block) => block.kind === 'words');
  return (
    <LateDetails
      open={open || marked}
      marked={marked}
      summary={
        <>
          <span className="view-seq">{index + 1}</span> <b>{<VisibleText text={role} />}</b>{' '}
          <span className="view-line">
            <VisibleText
              text={
                first?.text.slice(0, SHORT) ??
                blocks.map((block) => (block.kind === 'value' ? block.name : '')).join(', ')
              }
            />
          </span>
        </>
      }
    >
      {() => blocks.map((block, nth) => <BlockView key={nth} block={block} marks={marks} />)}
    </LateDetails>
  );
}

function BlockView({ block, marks }: { readonly block: Block; readonly marks: readonly Mark[] }): ReactNode {
  if (block.kind === 'words')
    return <Words text={block.text} marked={marks.some((mark) => isIn(mark, JSON.stringify(block.text)))} />;
  const marked = marks.some((mark) => isIn(mark, JSON.stringify(block.value)));
  return (
    <div className="view-value" data-marked={marked ? true : undefined}>
      {block.name !== '' && (
        <h3>
          <VisibleText text={block.name} />
        </h3>
      )}
      <Value value={block.value} />
    </div>
  );
}

/** Laid out; what is long is opened piece by piece. */
function Value({ value }: { readonly value: Json }): ReactNode {
  const text = JSON.stringify(value, undefined, 2);
  return text.length > LONG ? <JsonView value={value} defaultOpen /> : <Words text={text} />;
}

function Words({ text, marked = false }: { readonly text: string; readonly marked?: boolean }): ReactNode {
  return (
    <pre className="view-words" data-marked={marked ? true : undefined} tabIndex={0}>
      <VisibleText text={text} />
    </pre>
  );
}

/** Whether a piece of the request, as JSON, has the words of a mark. */
function isIn({ text }: Mark, json: string): boolean {
  return /\D/.test(text) && json.includes(JSON.stringify(text).slice(1, -1));
}

async function readRequest({ thread, step, scope }: RequestOf, signal: AbortSignal): Promise<Shown | string> {
  const query = scope === undefined ? '' : `?${new URLSearchParams({ scope }).toString()}`;
  const asked = await askServer(`/api/threads/${encodeURIComponent(thread)}/steps/${step}/request${query}`, { signal });
  if (!asked.ok) return asked.problem;
  const given: Json = await asked.response.json().catch(() => null);
  const { provider, api, model, body, marks, unknown, previous, next } = fieldsOf(fieldsOf(given)['request']);
  if (body === undefined || !isJsonObject(body)) return 'The server returned no request.';
  return {
    about: aboutOf(textOf(provider), textOf(api), textOf(model)),
    previous: numberOf(previous),
    next: numberOf(next),
    body,
    marks: listOf(marks).flatMap((mark) =>
      isFields(mark) ? [{ kind: textOf(mark['kind']) ?? '', text: textOf(mark['text']) ?? '' }] : [],
    ),
    unknown: listOf(unknown).flatMap((one) => textOf(one) ?? []),
  };
}

/** Each name once. A model that belongs to no provider is named alone. */
function aboutOf(provider: string | undefined, api: string | undefined, model: string | undefined): readonly string[] {
  const names = api === 'scripted' && model !== undefined ? [model] : [provider && providerName(provider), api, model];
  return [...new Set(names)].flatMap((name) => name ?? []);
}
