/** What items say, in the same words wherever they are drawn. Names stand without their `@`: a text that is copied mentions nobody. */
import { HUMAN } from '../../ledger/human.ts';
import { memberName, TEAM_SCOPE } from '../../ledger/scope-kind.ts';
import { formatDuration, formatMeta } from '../../text/format-size.ts';
import { contentText } from '../../text/content-text.ts';
import type {
  AnswerItem,
  CompactionItem,
  Entry,
  MessageItem,
  ReasoningItem,
  SectionItem,
  StatusItem,
} from '../item.ts';

/** `authorText({ author: '@human' }) === 'You'` */
export function authorText({ author }: Pick<MessageItem, 'author'>): string {
  return author === HUMAN ? 'You' : author.replace(/^@/, '');
}

/** Texts of an answer follow each other without a gap; a file or a source stands on a line of its own. */
export function answerText({ segments }: AnswerItem): string {
  let text = '';
  for (const segment of segments) {
    if (segment.kind === 'text') text += segment.text;
    else text += `${text === '' || text.endsWith('\n') ? '' : '\n'}${contentText(segment.content)}\n`;
  }
  return text;
}

/** `Assistant · 1.2s · 650 tokens`; a member of a team by name. */
export function answerMeta({ scope, state, durationMs, tokens }: AnswerItem): string {
  const name = speakerName(scope);
  return state === 'streaming' ? `${formatMeta({ name })} · writing…` : formatMeta({ name, durationMs, tokens });
}

/** How an answer ended that was not finished. */
export const answerEndings: { readonly [state in AnswerItem['state']]: string | undefined } = {
  streaming: undefined,
  done: undefined,
  truncated: 'Cut off: the answer reached its length limit',
  refused: 'Refused by the model',
  interrupted: 'Stopped before its end',
  failed: 'Broke off: the model failed',
};

/** `speakerName('agent:coder') === 'coder'`; the thread's own agent has no name here. */
export function speakerName(scope: string | undefined): string | undefined {
  return scope === TEAM_SCOPE ? 'Team' : memberName(scope);
}

/** `coder`, `Export team · consensus`, `↳ explorer` */
export function sectionText({ role, name }: Pick<SectionItem, 'role' | 'name'>): string {
  switch (role) {
    case 'member':
      return name.replace(/^@/, '');
    case 'team':
      return `${name} · consensus`;
    case 'child':
      return `↳ ${name}`;
    default:
      return role satisfies never;
  }
}

/** Stands before the text of a status, where no frame says it. */
export function statusMark({ level }: StatusItem): string {
  return level === 'error' ? 'Error: ' : '';
}

/** `Context compacted · 120000 → 8000 tokens` */
export function compactionText({ tokensBefore, tokensAfter }: CompactionItem): string {
  if (tokensBefore === undefined && tokensAfter === undefined) return 'Context compacted';
  return `Context compacted · ${tokensBefore ?? '?'} → ${tokensAfter ?? '?'} tokens`;
}

/** Above a result whose call nobody knows. */
export const ORPHAN_TEXT = 'Result without its call';

/** `Reasoning · 3.2s`, of a turn in which nothing else was done. */
export function reasoningItemText({ at, endedAt }: ReasoningItem): string {
  return endedAt === undefined ? 'Reasoning' : `Reasoning · ${formatDuration(endedAt - at)}`;
}

type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

export function reasoningLabel({ complete }: Pick<EntryOf<'reasoning'>, 'complete'>): string {
  return complete ? 'Reasoning' : 'Thinking…';
}

/** Some providers keep the words, and say only that there were some. */
export function reasoningText({ text }: Pick<EntryOf<'reasoning'>, 'text'>): string {
  return text.trim() === '' ? 'The provider keeps this thought to itself.' : text;
}

/** `Discarded attempt: Overloaded (529)` */
export function discardedText({ error }: EntryOf<'discarded'>): string {
  if (error === undefined) return 'Discarded attempt';
  return `Discarded attempt: ${error.message}${error.code === undefined ? '' : ` (${error.code})`}`;
}
