import { formatSize, visible, thrownWords } from '@toolthread/core/text';
import { CopyButton, VisibleText } from '@toolthread/react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { askServer } from './ask-server.ts';
import { prettyJson } from './pretty-json.ts';
import type { View } from './view-address.ts';

/** This many characters are drawn at once; the rest waits in the server until somebody asks for it. */
const PIECE = 500_000;

interface Reading {
  readonly pieces: readonly string[];
  readonly ended: boolean;
  /** Bytes of the whole, where the server says so. */
  readonly size: number | undefined;
}

/** All that a call gave: as text, whatever is in it. */
export function ResultView({ view }: { readonly view: Extract<View, { kind: 'result' }> }): ReactNode {
  const language = usePageLanguage();
  const { say } = language;
  const { thread, call, by, tool } = view;
  // A place is a key, which says nothing to anybody.
  const about = tool ?? (by === 'id' ? call : undefined);
  const [read, setRead] = useState<Reading>();
  const [problem, setProblem] = useState<string>();
  const [asItIs, setAsItIs] = useState(false);
  const more = useRef<() => Promise<string>>(undefined);
  useEffect(() => {
    const leaving = new AbortController();
    void (async () => {
      const path = `/api/threads/${encodeURIComponent(thread)}/calls/${encodeURIComponent(call)}/result?by=${by}`;
      const asked = await askServer(path, { signal: leaving.signal });
      if (!asked.ok) throw new Error(asked.problem);
      const next = inPieces(asked.response);
      more.current = next;
      const first = await next();
      const size = Number(asked.response.headers.get('content-length') ?? Number.NaN);
      setRead({ pieces: [first], ended: first.length < PIECE, size: Number.isFinite(size) ? size : undefined });
    })().catch((error: unknown) => {
      if (!leaving.signal.aborted) setProblem(thrownWords(error));
    });
    return () => leaving.abort();
  }, [thread, call, by]);
  if (problem !== undefined)
    return (
      <p className="problem" role="alert">
        {problem}
      </p>
    );
  if (read === undefined) return <p role="status">{say('Looking…')}</p>;
  const goOn = async (): Promise<void> => {
    const next = await more.current?.().catch(() => '');
    setRead({ ...read, pieces: [...read.pieces, next ?? ''], ended: (next ?? '').length < PIECE });
  };
  const whole = read.ended ? read.pieces.join('') : undefined;
  const pretty = whole === undefined || whole.length > PIECE ? undefined : prettyJson(whole);
  const pieces = pretty === undefined || asItIs ? read.pieces : [pretty];
  return (
    <>
      <p className="view-facts">
        {about !== undefined && <span>{visible(about)}</span>}
        {read.size !== undefined && <span>{formatSize(read.size, language)}</span>}
        {pretty !== undefined && (
          <label>
            <input type="checkbox" checked={asItIs} onChange={({ target }) => setAsItIs(target.checked)} /> {say('Raw')}
          </label>
        )}
        {whole !== undefined && <CopyButton text={whole} label={say('Copy')} />}
      </p>
      {whole === '' && <p>{say('The result has no text.')}</p>}
      <pre className="view-text" tabIndex={0} aria-label={say('Whole result')}>
        {pieces.map((piece, index) => (
          <VisibleText key={index} text={piece} />
        ))}
      </pre>
      {!read.ended && (
        <p>
          <button type="button" className="tt-button" onClick={() => void goOn()}>
            {say('Show more')}
          </button>
        </p>
      )}
    </>
  );
}

/** Each time the next characters; fewer than a piece are the last. Nothing is read before it is asked for. */
function inPieces(response: Response): () => Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let kept = '';
  return async () => {
    while (kept.length < PIECE) {
      const got = await reader?.read();
      if (got === undefined || got.done) break;
      kept += got.value;
    }
    // Never in the middle of a character.
    const cut = /[\ud800-\udbff]/.test(kept.charAt(PIECE - 1)) ? PIECE + 1 : PIECE;
    const piece = kept.slice(0, cut);
    kept = kept.slice(cut);
    return piece;
  };
}
