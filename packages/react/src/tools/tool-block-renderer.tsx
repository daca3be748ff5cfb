import type { Call } from '@toolthread/core';
import type { ReactNode } from 'react';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { ToolWords } from './tool-words.tsx';
import type { ToolRenderer } from './tool-renderer.ts';
import { toolRenderers } from './tool-renderers.ts';

/**
 * A call's result, below its line, by the first renderer that knows it. A short one stands on the line itself.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<ToolBlockRenderer call={exampleCall} />); //=> ''
 */
export function ToolBlockRenderer({ call }: { readonly call: Call }): ReactNode {
  const renderer = useRenderer(call);
  const Result = renderer?.Result;
  return (
    <>
      <ToolWords call={call} renderer={renderer} />
      {Result !== undefined && call.state.name === 'settled' && <Result call={call} />}
    </>
  );
}

/** Undefined for a call that is drawn plainly. */
export function useRenderer(call: Call): ToolRenderer | undefined {
  const { renderers = toolRenderers } = useThreadSettings();
  return renderers.find((renderer) => renderer.matches(call));
}
