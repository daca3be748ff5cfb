import { visible } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import type { Prompt } from '../page/info.ts';

export interface FirstWordsProps {
  readonly prompts: readonly Prompt[];
  onChoose(text: string): void;
}

/** What a newcomer sees: a few things to ask, each one click away. */
export function FirstWords({ prompts, onChoose }: FirstWordsProps): ReactNode {
  return (
    <div className="first-words">
      <div className="first-words-column">
        <h2>What shall the agent do?</h2>
        <p>Ask anything below, or try one of these. You will see every tool call, and can stop it at any moment.</p>
        <ul>
          {prompts.map((prompt) => (
            <li key={prompt.text}>
              <button type="button" onClick={() => onChoose(prompt.text)}>
                <b>{visible(prompt.text)}</b>
                {prompt.title !== undefined && <span>{visible(prompt.title)}</span>}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
