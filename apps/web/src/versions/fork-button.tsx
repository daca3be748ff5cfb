import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ActionOutcome } from '@toolthread/react';
import { visible } from '@toolthread/core/text';
import { usePageLanguage } from '../labels/use-page-language.ts';

/** Goes on from an earlier version: one fork, however often it is pressed. */
export function ForkButton({ fork }: { readonly fork: () => ActionOutcome }): ReactNode {
  const { say, told } = usePageLanguage();
  const [isForking, setIsForking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const begin = async (): Promise<void> => {
    setIsForking(true);
    const refused = await fork();
    setIsForking(false);
    setProblem(refused && told(refused));
  };
  return (
    <>
      <button type="button" className="tt-button" aria-disabled={isForking} onClick={() => isForking || void begin()}>
        {say('Continue it in a fork')}
      </button>
      {problem !== undefined && (
        <span className="problem" role="alert">
          {say('Not continued: {problem}', { problem: visible(problem) })}
        </span>
      )}
    </>
  );
}
