import { thrownWords } from '@toolthread/core/text';
import { callResult } from '@toolthread/core';
import type { Call } from '@toolthread/core';
import { fieldsOf } from '@toolthread/core/json';
import { callInput, resultText } from '@toolthread/core/lines';
import { useMemo } from 'react';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { fitsIn } from './fits-in.ts';
import { plainRenderer } from './renderers/plain-renderer.ts';
import type { ToolProps, ToolRenderer } from './tool-renderer.ts';
import { toolRenderers } from './tool-renderers.ts';
import { wordsOf } from './words-of.ts';
import type { Words } from './words-of.ts';
import { useLanguage } from '../labels/use-language.ts';

/** A call as its renderer has it drawn. */
export interface ToolView {
  readonly renderer: ToolRenderer;
  readonly props: ToolProps;
  readonly label: string | undefined;
  readonly contextInfo: string | undefined;
  readonly description: string | undefined;
  /** Undefined if the body is in their place, and if there are none. */
  readonly words: Words | undefined;
  readonly Body: ToolRenderer['Body'];
  /** A renderer threw: the call is drawn plainly, and says so. */
  readonly problem: { readonly renderer: string; readonly message: string } | undefined;
}

/** A renderer may be anybody's: one that throws spoils its own call at most. */
function toolView(
  call: Call,
  renderers: readonly ToolRenderer[],
  language: ToolProps['language'],
  apart: boolean,
): ToolView {
  const props: ToolProps = { input: fieldsOf(callInput(call)), result: callResult(call), call, language };
  for (const renderer of renderers) {
    try {
      if (renderer.matches(call)) return viewBy(renderer, props, apart);
    } catch (error) {
      const message = thrownWords(error);
      return { ...viewBy(plainRenderer, props, apart), problem: { renderer: renderer.name, message } };
    }
  }
  return viewBy(plainRenderer, props, apart);
}

function viewBy(renderer: ToolRenderer, props: ToolProps, apart: boolean): ToolView {
  const Body = hasBody(renderer, props) ? renderer.Body : undefined;
  return {
    renderer,
    props,
    label: renderer.label?.(props),
    contextInfo: renderer.contextInfo?.(props),
    description: renderer.description?.(props),
    words:
      Body === undefined || renderer.keepsWords === true
        ? writtenIn(renderer.wordsLanguage?.(props), wordsOf(props.call, words(renderer, props), props.language, apart))
        : undefined,
    Body,
    problem: undefined,
  };
}

function hasBody({ mostLetters = Infinity, ...renderer }: ToolRenderer, props: ToolProps): boolean {
  const { input, result, call } = props;
  const { questions, settled } = call.request ?? {};
  const drawn = [input, result?.parts, result?.structured, questions, settled?.answers];
  return fitsIn(mostLetters, ...drawn) && renderer.hasBody?.(props) !== false;
}

function writtenIn(language: string | undefined, said: Words | undefined): Words | undefined {
  return said === undefined || language === undefined ? said : { ...said, language };
}

function words(renderer: ToolRenderer, props: ToolProps): string | undefined {
  return renderer.words === undefined ? plainWords(props) : renderer.words(props);
}

/** Images and files are drawn, and not named beside it. */
function plainWords({ call, result, language }: ToolProps): string | undefined {
  const parts = result?.parts ?? [];
  if (parts.every(({ type }) => type === 'text')) return resultText(call, language);
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** The view of a call by the thread's renderers. `apart`: its result is not on its own line. */
export function useToolView(call: Call, apart = false): ToolView {
  const { renderers = toolRenderers } = useThreadSettings();
  const language = useLanguage();
  return useMemo(() => toolView(call, renderers, language, apart), [call, renderers, language, apart]);
}
