import type { Call } from '@toolthread/core';
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { PartBoundary } from '../parts/part-boundary.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { useStill } from '../thread/use-still.ts';
import { useLanguage } from '../labels/use-language.ts';

interface ToolBoundaryProps {
  readonly call: Call;
  readonly renderer: string;
  /** Drawn while the body is being fetched. */
  readonly meanwhile: ReactNode;
  readonly children: ReactNode;
}

/** A renderer that throws says so in its own place; the rest of the thread stays. */
export function ToolBoundary({ call, renderer, meanwhile, children }: ToolBoundaryProps): ReactNode {
  // Where a file is written no error can be caught, and nothing is waited for: there it is what a part that failed leaves.
  const instead = useStill() ? <RendererProblem renderer={renderer} message="" /> : meanwhile;
  return (
    // What could not be drawn while it ran may be drawn when it has its result.
    <PartBoundary about={call} instead={(message) => <RendererProblem renderer={renderer} message={message} />}>
      <Suspense fallback={instead}>{children}</Suspense>
    </PartBoundary>
  );
}

interface RendererProblemProps {
  readonly renderer: string;
  readonly message: string;
}

export function RendererProblem({ renderer, message }: RendererProblemProps): ReactNode {
  const { say } = useLanguage();
  const failed = say('The renderer “{name}” failed', { name: renderer });
  const words = `${failed}${message === '' ? '' : `: ${message}`}`;
  return (
    <p className="tt-problem">
      <VisibleText text={/[.!?…]$/.test(words) ? words : `${words}.`} /> {say('The details show the whole call.')}
    </p>
  );
}
