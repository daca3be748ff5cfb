import { MIMEType } from 'node:util';
import { thrownWords } from '@toolthread/core/text';
import { z } from 'zod';
import { Deadline } from '../deadline.ts';
import { piecesWithoutLastWord } from '../tool/cut-words.ts';
import { defineTool } from '../tool/define-tool.ts';
import type { Tool, ToolContext } from '../tool/tool.ts';
import type { ToolValue } from '../tool/tool-value.ts';
import { errorValue } from '../tool/tool-value.ts';
import { decodedBy } from '../workspace/decode-text.ts';
import type { Page } from './fetch/page-text.ts';
import { publicReach, reach } from './fetch/reach.ts';
import type { Reach } from './fetch/reach.ts';
import { requestPage } from './fetch/request-page.ts';
import type { Answer } from './fetch/request-page.ts';

/** What the tool may reach, and how much of it. */
export interface FetchOptions extends Partial<Reach> {
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
}

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 5 * 1024 * 1024;
const MOST_REDIRECTS = 5;

/**
 * `fetch_url`, which reaches the public internet, and what you add.
 *
 * @example
 * const tool = fetchTool({ alsoReaches: (address, port) => address === '10.0.0.7' && port === 8080 });
 * tool.name; //=> 'fetch_url'
 */
export function fetchTool(options: FetchOptions = {}): Tool {
  const { timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES, ...more } = options;
  const reaching: Reach = { ...publicReach, ...more };
  return defineTool({
    name: 'fetch_url',
    question: 'Fetch this page?',
    description:
      'Fetches a page of the public internet and gives its text. HTML is given as plain text with its links.',
    input: z.object({ url: z.string().min(1).max(8192).describe('http or https.') }),
    safe: true,
    grant: ({ url }) => (URL.canParse(url) ? `every page of ${new URL(url).origin}` : undefined),
    execute: async ({ url }, context) => {
      using deadline = new Deadline(timeoutMs, context.signal);
      const fetched = await follow(url, reaching, mostBytes, deadline.signal);
      if (fetched.ok) return await pageValue(fetched.url, fetched.answer);
      if (deadline.isLate) return errorValue(`No answer within ${timeoutMs / 1000} seconds.`, 'timeout');
      return errorValue(...stoppedOr(context, fetched.problem));
    },
  });
}

/** `fetch_url` for the public internet. */
export const fetchUrl: Tool = fetchTool();

type Fetched =
  | { readonly ok: true; readonly url: URL; readonly answer: Answer }
  | { readonly ok: false; readonly problem: string };

/** Every address on the way is checked like the first. To another site it is not followed: that is another call, for which the policy is asked. */
async function follow(given: string, reaching: Reach, mostBytes: number, signal: AbortSignal): Promise<Fetched> {
  let next = given;
  let base: URL | undefined;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const reached = await orAborted(reach(next, base, reaching), signal);
    if (reached === undefined) return { ok: false, problem: 'Stopped.' };
    if (!reached.ok)
      return base === undefined ? reached : { ok: false, problem: `${base.href} leads on: ${reached.problem}` };
    const { url, address } = reached;
    if (base !== undefined && !isSameSite(base, url)) return { ok: false, problem: elsewhere(url) };
    try {
      const answer = await requestPage(url, address, mostBytes, signal);
      const { status, location } = answer;
      if (location === undefined || status < 300 || status > 399) return { ok: true, url, answer };
      [next, base] = [location, url];
    } catch (error) {
      return { ok: false, problem: `${url.host} could not be read: ${thrownWords(error)}.` };
    }
  }
  return { ok: false, problem: `It redirects more than ${MOST_REDIRECTS} times.` };
}

/** With or without `www.`, and from http to https. */
function isSameSite(a: URL, b: URL): boolean {
  return a.hostname.replace(/^www\./, '') === b.hostname.replace(/^www\./, '') && a.port === b.port;
}

function elsewhere({ href }: URL): string {
  return `It redirects to another site. To go on, fetch ${href}`;
}

/** A resolver does not listen to a signal. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    work.then(resolve, reject);
  });
}

function stoppedOr({ signal }: ToolContext, problem: string): [string, string] {
  return signal.aborted ? ['Stopped by the user.', 'stopped'] : [problem, 'not_fetched'];
}

async function pageValue(url: URL, { status, contentType, body, cut }: Answer): Promise<ToolValue> {
  const type = mimeOf(contentType);
  const whole = textOf(type, body);
  const text = whole && (cut ? piecesWithoutLastWord(whole) : whole);
  const page = text && isHtml(type) ? await pageIn(text, url) : { title: undefined, text: text && [...text].join('') };
  const size = `${body.length} bytes${cut ? ' and more' : ''}`;
  const structured = {
    kind: 'page',
    url: url.href,
    status,
    media_type: type.essence,
    bytes: body.length,
    cut,
    ...(page.title === undefined ? {} : { title: page.title }),
  };
  const head = [page.title ?? '', url.href, ...(cut ? [`(only the first ${body.length} bytes)`] : [])].filter(
    (line) => line !== '',
  );
  const words = page.text ?? `(${type.essence}, ${size}: no text)`;
  const parts = [{ type: 'text', text: `${head.join('\n')}\n\n${words}` } as const];
  if (status < 200 || status > 299) {
    return { parts, structured, error: { message: `The server answered ${status}.`, code: String(status) } };
  }
  if (page.text === undefined) return { parts, structured, error: { message: 'It is not text.', code: 'binary' } };
  return { parts, structured };
}

async function pageIn(html: Iterable<string>, url: URL): Promise<Page> {
  // Loaded when it is needed: most runs fetch nothing.
  const { pageText } = await import('./fetch/page-text.ts');
  return pageText(html, url);
}

function mimeOf(contentType: string | undefined): MIMEType {
  try {
    return new MIMEType(contentType ?? 'text/plain');
  } catch {
    return new MIMEType('application/octet-stream');
  }
}

function isHtml({ essence }: MIMEType): boolean {
  return essence === 'text/html' || essence === 'application/xhtml+xml';
}

/** In pieces. Undefined: it is not text. */
function textOf({ type, essence, params }: MIMEType, body: Buffer): Iterable<string> | undefined {
  const textual = type === 'text' || /[/+](json|xml|javascript|yaml|x-ndjson|ndjson|x-sh)$/.test(essence);
  const charset = params.get('charset') ?? 'utf-8';
  if (!textual || (body.subarray(0, 8192).includes(0) && !/^utf-?16/i.test(charset))) return undefined;
  return decodedBy(decoderOf(charset), body);
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
