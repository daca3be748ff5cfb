import type { ReactNode } from 'react';
import { KeyHint } from '../parts/key-hint.tsx';
import { mentionsIn } from './mentions-in.ts';
import { useLanguage } from '../labels/use-language.ts';

export interface AddresseesProps {
  readonly text: string;
  readonly members: readonly string[];
  /** What the name that is being written may become. */
  readonly suggestions: readonly string[];
  onChoose(name: string): void;
}

/** Whom the message goes to, and whom it could. */
export function Addressees({ text, members, suggestions, onChoose }: AddresseesProps): ReactNode {
  const { say } = useLanguage();
  const named = mentionsIn(text, members);
  if (suggestions.length > 0) {
    return (
      <div className="tt-composer-names" role="group" aria-label={say('Mention a member')}>
        {suggestions.map((name, index) => (
          <button key={name} type="button" className="tt-button" onClick={() => onChoose(name)}>
            @{name} {index === 0 && <KeyHint>Tab</KeyHint>}
          </button>
        ))}
      </div>
    );
  }
  if (named.length === 0) return null;
  return (
    <p className="tt-composer-names" role="status">
      {say('To {names}', { names: named.join(', ') })}
    </p>
  );
}
