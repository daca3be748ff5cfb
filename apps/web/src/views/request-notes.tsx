import { ellipsis } from '@toolthread/core/text';
import { VisibleText } from '@toolthread/react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PagePhrase } from '../labels/page-phrase.ts';

/** Something in a request that is otherwise than it happened, and the words that are there. */
export interface Mark {
  readonly kind: string;
  readonly text: string;
}

const SHORT = 160;

const marksInWords: { readonly [kind: string]: PagePhrase } = {
  summary: 'A summary replaces earlier messages.',
  cut: 'A result was too long and was cut.',
  no_result: 'The result of a call is unknown: this text was sent in its place.',
  no_call: 'A result without its call was sent as text.',
  reasoning_left_out:
    'The reasoning of earlier steps is left out: it belongs to another model, prompt or set of tools. Steps:',
  last_words: 'The run had reached its limit and was asked for a final answer.',
  'marker-start': 'The provider requires a user message first: one was added.',
  'marker-end': 'The provider requires a user message last: one was added.',
  'marker-between': 'The provider requires a message between these: one was added.',
  'marker-empty': 'A message was empty: this text was sent in its place.',
  'placeholder-tool': 'The provider requires a tool if the history has calls: one was added that nobody can call.',
  'thinking-off': 'Thinking is off: the last call was made without it.',
};

const unknownInWords: { readonly [kind: string]: PagePhrase } = {
  model: 'The ledger does not say which model it was.',
  system: 'The system prompt was not stored.',
  tools: 'The tools were not stored.',
  bytes: 'A file or picture no longer exists.',
  wire: 'The model belongs to no provider: this is what it was given.',
};

/** What of a request is otherwise than it happened, and what nobody knows any more. */
export function RequestNotes({
  marks,
  unknown,
}: {
  readonly marks: readonly Mark[];
  readonly unknown: readonly string[];
}): ReactNode {
  return (
    <>
      <UnknownList unknown={unknown} />
      <MarkList marks={marks} />
    </>
  );
}

function MarkList({ marks }: { readonly marks: readonly Mark[] }): ReactNode {
  const { say } = usePageLanguage();
  if (marks.length === 0) return null;
  return (
    <section>
      <h2>{say('Repairs and cuts')}</h2>
      <ul className="view-marks">
        {marks.map(({ kind, text }, index) => {
          const words = marksInWords[kind];
          return (
            <li key={index}>
              {words === undefined ? <VisibleText text={kind} /> : say(words)}{' '}
              {text !== '' && (
                <q>
                  <VisibleText text={ellipsis(text, SHORT)} />
                </q>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function UnknownList({ unknown }: { readonly unknown: readonly string[] }): ReactNode {
  const { say } = usePageLanguage();
  if (unknown.length === 0) return null;
  return (
    <ul className="view-unknown" role="note">
      {unknown.map((kind) => {
        const words = unknownInWords[kind];
        return <li key={kind}>{words === undefined ? <VisibleText text={kind} /> : say(words)}</li>;
      })}
    </ul>
  );
}
