/** What items say, in the same words wherever they are drawn. Names are without their `@`: a text that is copied mentions nobody. */
import { HUMAN } from '../../ledger/human.ts';
import { memberName, TEAM_SCOPE } from '../../ledger/scope-kind.ts';
import type { Retry } from '../../ledger/thread-state.ts';
import { english } from '../../text/language/english.ts';
import { formatDuration, formatMeta } from '../../text/amounts/format-size.ts';
import type { Language } from '../../text/language/language.ts';
import type { CorePhrase } from '../../text/language/core-phrase.ts';
import { contentText } from '../../text/content-text.ts';
import type { AnswerItem, CompactionItem, Entry, SectionItem, StatusItem } from '../item.ts';

/**
 * The words of an answer. Its texts follow each other without a gap; a file or a source is on a line of its own.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * const answer = [...timeline(exampleThread).items].find((item) => item.kind === 'answer');
 * answer && answerText(answer); //=> 'Only the linter.'
 */
export function answerText({ segments }: AnswerItem): string {
  let text = '';
  for (const segment of segments) {
    if (segment.kind === 'text') text += segment.text;
    else text += `${text === '' || text.endsWith('\n') ? '' : '\n'}${contentText(segment.content)}\n`;
  }
  return text;
}

/** Characters, on average over an answer. Claude Code often records the tokens as they were when a response began: a count that cannot be true is not told. */
const LONGEST_TOKEN = 16;

/**
 * What is under an answer: who, how long, how many tokens, which model.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * const answer = [...timeline(exampleThread).items].find((item) => item.kind === 'answer');
 * answer && answerMeta(answer); //=> 'Assistant · 1.2s · 50 tokens'
 */
export function answerMeta(item: AnswerItem, language: Language = english): string {
  const { scope, state, model, durationMs } = item;
  const name = speakerName(scope, language);
  if (state === 'streaming') return `${formatMeta({ name }, language)} · ${language.say('writing…')}`;
  const tokens = answerText(item).length > LONGEST_TOKEN * (item.tokens ?? 0) ? undefined : item.tokens;
  return [
    formatMeta({ name, durationMs, tokens }, language),
    ...(model === undefined ? [] : [language.told(model)]),
  ].join(' · ');
}

/** How an answer ended that was not finished. */
export const answerEndings: { readonly [state in AnswerItem['state']]: CorePhrase | undefined } = {
  streaming: undefined,
  done: undefined,
  truncated: 'Cut off: the answer reached its length limit',
  refused: 'Refused by the model',
  interrupted: 'Stopped before it was complete',
  failed: 'Incomplete: the model failed',
};

/**
 * Who speaks; the thread's own agent has no name here.
 *
 * @example
 * speakerName('agent:coder'); //=> 'coder'
 */
export function speakerName(scope: string | undefined, { say }: Language = english): string | undefined {
  return scope === TEAM_SCOPE ? say('Team') : memberName(scope);
}

/**
 * The header of what one participant did.
 *
 * @example
 * sectionText({ role: 'child', name: 'explorer' }); //=> '↳ explorer'
 */
export function sectionText({ role, name }: Pick<SectionItem, 'role' | 'name'>, { say }: Language = english): string {
  switch (role) {
    case 'member':
      return name.replace(/^@/, '');
    case 'team':
      return `${name} · ${say('consensus')}`;
    case 'child':
      return `↳ ${name}`;
    default:
      return role satisfies never;
  }
}

/**
 * The words of a status: our own, or those of the person or program that ended the run.
 *
 * @example
 * statusText({ text: 'Stopped.' }); //=> 'Stopped.'
 */
export function statusText(
  { text, phrase }: Pick<StatusItem, 'text' | 'phrase'>,
  { say, told }: Language = english,
): string {
  if (phrase === undefined) return told(text);
  return say(phrase.words, phrase.values);
}

/**
 * That the context was compacted, and by how much.
 *
 * @example
 * compactionText({ kind: 'compaction', key: 'k', at: 0, scope: undefined, summary: '', tokensBefore: 120_000, tokensAfter: 8000 }); //=> 'Context compacted · 120,000 → 8,000 tokens'
 */
export function compactionText({ tokensBefore, tokensAfter }: CompactionItem, { say }: Language = english): string {
  const compacted = say('Context compacted');
  if (tokensBefore === undefined && tokensAfter === undefined) return compacted;
  const tokens = say('{before} → {after} tokens', { before: tokensBefore ?? '?', after: tokensAfter ?? '?' });
  return `${compacted} · ${tokens}`;
}

/** Above a result whose call nobody knows. */
export const ORPHAN_TEXT = 'Result without its call';

/** For a result that names no tool. */
export const UNKNOWN_TOOL = 'tool';

/**
 * That a provider's attempt failed, why, and what follows.
 *
 * @example
 * const error = { message: 'Overloaded', code: '529' };
 * const retry = { attempt: 2, max: 5, waitMs: 30_000, until: 90_000 };
 * discardedText({ kind: 'discarded', key: 'k', text: '', error, retry }); //=> 'Discarded attempt: Overloaded (529) · next attempt after 30s (2 of 5)'
 */
export function discardedText(
  { error, retry }: Extract<Entry, { kind: 'discarded' }>,
  language: Language = english,
): string {
  const next = retry === undefined ? '' : ` · ${triedBy(retry, language)}${afterWait(retry, language)}`;
  const discarded = language.say('Discarded attempt');
  if (error === undefined) return `${discarded}${next}`;
  return `${discarded}: ${error.message}${error.code === undefined ? '' : ` (${error.code})`}${next}`;
}

function triedBy({ by }: Retry, { say }: Language): string {
  if (by === undefined) return say('next attempt');
  return by === HUMAN ? say('tried again by hand') : say('tried again by {name}', { name: by });
}

/** `Trying again after 30s (2 of 5)` */
export function tryingAgain(retry: Retry | undefined, language: Language = english): string {
  return `${language.say('Trying again')}${afterWait(retry, language)}`;
}

/** How long the wait is, and which attempt follows. */
function afterWait(retry: Retry | undefined, language: Language): string {
  if (retry === undefined) return '';
  const { attempt, max, waitMs } = retry;
  return ` ${language.say('after {time} ({attempt} of {max})', { time: formatDuration(waitMs, language), attempt, max })}`;
}
