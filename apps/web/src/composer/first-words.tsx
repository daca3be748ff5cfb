import { visible } from '@toolthread/core/text';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { promptsOf } from './prompts-of.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';

export interface FirstWordsProps {
  /** What the server offers. Nothing is offered before it has said what its agent can do. */
  readonly prompts: readonly unknown[] | undefined;
  /** Returns the reason, where the words could not be sent. */
  onChoose(text: string): Promise<string | undefined>;
  /** What is above and below. */
  readonly above?: ReactNode;
  readonly children?: ReactNode;
  /** Only what is above is wanted now. */
  readonly isSearching?: boolean;
  /** There are threads already: what can be asked is one line. Undefined: it is not known yet. */
  readonly begun?: boolean | undefined;
}

/** What a newcomer sees: a few things to ask, each one click away. */
export function FirstWords(props: FirstWordsProps): ReactNode {
  const { prompts, onChoose, above, children, isSearching = false, begun } = props;
  const language = usePageLanguage();
  const { say } = language;
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const choose = async (text: string): Promise<void> => {
    setSending(true);
    setProblem(await onChoose(text));
    setSending(false);
  };
  return (
    <div className="first-words">
      {above !== undefined && <div className="first-words-above">{above}</div>}
      <div className="first-words-column" data-begun={begun} hidden={isSearching}>
        <h2>{say('What should the agent do?')}</h2>
        {begun === false && (
          <p>
            {say(
              'Toolthread shows every tool call of an agent as it happens: you can answer, approve, stop it and undo what it changed. Click one of these, or write below.',
            )}
          </p>
        )}
        <ul>
          {(begun === undefined || prompts === undefined ? [] : promptsOf(prompts, language)).map((prompt) => (
            <li key={prompt.text}>
              <button
                type="button"
                title={begun ? prompt.title : undefined}
                disabled={sending}
                onClick={() => void choose(prompt.text)}
              >
                <b>{visible(prompt.text)}</b>
                {!begun && prompt.title !== undefined && <span>{visible(prompt.title)}</span>}
              </button>
            </li>
          ))}
        </ul>
        {problem !== undefined && (
          <p className="problem" role="alert">
            {say('Not sent: {problem}', { problem })}
          </p>
        )}
      </div>
      {!isSearching && children}
    </div>
  );
}
