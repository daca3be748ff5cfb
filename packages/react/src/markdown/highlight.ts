import type { Emitter, HLJSApi } from 'highlight.js';
import { languageName, languageNames, loadLanguage } from './load-language.ts';

/** A piece of code: text, with the kind of thing it is. */
export type CodeSpan = string | { readonly scope: string; readonly spans: readonly CodeSpan[] };

/** Above this the colours cost more than they help. Long lines and words are nothing that anybody reads, and the worst for its patterns. */
const HIGHLIGHT_LIMIT = 8_192;
const unreadable = /[^\n]{241}|[\w$]{65}/;

let core: Promise<HLJSApi> | undefined;

/** Colours at once, by whoever has fetched all languages. */
export type Highlight = (code: string, language: string) => readonly CodeSpan[] | undefined;

/** Spans instead of the HTML text that highlight.js would write. Nothing when the language is not known. */
export async function highlight(code: string, written: string): Promise<readonly CodeSpan[] | undefined> {
  const language = languageName(written);
  if (language === undefined || !isReadable(code)) return undefined;
  return spansOf(await withLanguage(language), code, language);
}

/**
 * Fetches all languages, for whoever draws a thread at once: `writeHtml(thread, { styles, highlight: await loadHighlight() })`.
 *
 * @example
 * (await loadHighlight())('let a = 1;', 'ts')?.length; //=> 5
 */
export async function loadHighlight(): Promise<Highlight> {
  await Promise.all(languageNames.map(withLanguage));
  const hljs = await loadedCore();
  return (code, written) => {
    const language = languageName(written);
    return language === undefined || !isReadable(code) ? undefined : spansOf(hljs, code, language);
  };
}

function isReadable(code: string): boolean {
  return code.length <= HIGHLIGHT_LIMIT && !unreadable.test(code);
}

async function withLanguage(language: string): Promise<HLJSApi> {
  const [definition, hljs] = await Promise.all([loadLanguage(language), loadedCore()]);
  if (definition !== undefined && hljs.getLanguage(language) === undefined) hljs.registerLanguage(language, definition);
  return hljs;
}

function loadedCore(): Promise<HLJSApi> {
  core ??= loadCore();
  return core;
}

function spansOf(hljs: HLJSApi, code: string, language: string): readonly CodeSpan[] | undefined {
  const { _emitter: emitter, errorRaised } = hljs.highlight(code, { language, ignoreIllegals: true });
  // After an error it hands over what it had: colours are worth nothing if they cost a word.
  return errorRaised === undefined && emitter instanceof SpanEmitter ? emitter.spans : undefined;
}

async function loadCore(): Promise<HLJSApi> {
  const { default: hljs } = await import('highlight.js/lib/core');
  const own = hljs.newInstance();
  own.configure({ __emitter: SpanEmitter });
  return own;
}

interface Frame {
  readonly scope: string;
  readonly spans: CodeSpan[];
}

class SpanEmitter implements Emitter {
  readonly spans: CodeSpan[] = [];
  readonly #frames: Frame[] = [];

  addText(text: string): void {
    if (text !== '') this.#top().push(text);
  }

  startScope(scope: string): void {
    const frame: Frame = { scope, spans: [] };
    this.#top().push(frame);
    this.#frames.push(frame);
  }

  endScope(): void {
    this.#frames.pop();
  }

  /** Not in its types, but called all the same. */
  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(other: Emitter): void {
    if (other instanceof SpanEmitter) this.#top().push({ scope: '', spans: other.spans });
  }

  finalize(): void {}

  toHTML(): string {
    return '';
  }

  #top(): CodeSpan[] {
    return this.#frames.at(-1)?.spans ?? this.spans;
  }
}
