import { thrownWords } from '@toolthread/core/text';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { VisibleText } from '../text/visible-text.tsx';
import { useLanguage } from '../labels/use-language.ts';

interface PartBoundaryProps {
  /** What is drawn: when it is another one, drawing it is tried again. */
  readonly about: unknown;
  /** What is in its place, if it cannot be drawn; a line that says so unless told otherwise. */
  readonly instead?: (message: string) => ReactNode;
  readonly children: ReactNode;
}

/** A part that throws says so in its own place; all around it stays. */
export class PartBoundary extends Component<PartBoundaryProps, { readonly message: string | undefined }> {
  override state: { readonly message: string | undefined } = { message: undefined };

  static getDerivedStateFromError(error: unknown): { readonly message: string } {
    return { message: thrownWords(error) };
  }

  override componentDidUpdate(before: PartBoundaryProps): void {
    if (this.state.message !== undefined && before.about !== this.props.about) this.setState({ message: undefined });
  }

  override render(): ReactNode {
    const { instead = drawProblem, children } = this.props;
    return this.state.message === undefined ? children : instead(this.state.message);
  }
}

const drawProblem = (message: string): ReactNode => <ProblemLine message={message} />;

/** In place of a part that cannot be drawn: the reason. */
export function ProblemLine({ message }: { readonly message: string }): ReactNode {
  const { say } = useLanguage();
  return (
    <p className="tt-root tt-problem" role="alert">
      <VisibleText text={say('This cannot be displayed: {message}', { message })} />
    </p>
  );
}
