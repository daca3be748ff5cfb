/** The items that are the same words in every form. */
import { callText } from '../timeline/entry-text.ts';
import { contentsText, contentText } from '../timeline/content-text.ts';
import { proposalLines } from './proposal-lines.ts';
import type { AnswerItem, CompactionItem, MessageItem, RequestItem, StatusItem } from '../timeline/item.ts';

/** `human: upgrade the parser`. Without the `@`: nobody is mentioned. */
export function messageText({ author, parts }: MessageItem): string {
  return `${author.replace(/^@/, '')}: ${contentsText(parts)}`;
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

export function statusText({ level, text }: StatusItem): string {
  return level === 'error' ? `Error: ${text}` : text;
}

/** `Context compacted · 120000 → 8000 tokens` */
export function compactionText({ tokensBefore, tokensAfter }: CompactionItem): string {
  if (tokensBefore === undefined && tokensAfter === undefined) return 'Context compacted';
  return `Context compacted · ${tokensBefore ?? '?'} → ${tokensAfter ?? '?'} tokens`;
}

/** What is asked, with all that would run, or what was answered. */
export function requestText({ request, call }: RequestItem): string {
  const subject = request.title ?? (call === undefined ? undefined : callText(call));
  const about = subject === undefined ? '' : `: ${subject}`;
  if (request.settled !== undefined) {
    const values = request.settled.answers.flatMap(({ values: chosen, text }) =>
      text === undefined ? chosen : [...chosen, text],
    );
    return `Request ${request.settled.decision}${about}${values.length === 0 ? '' : ` → ${values.join(', ')}`}`;
  }
  const allows = request.kind === 'approval' || request.kind === 'plan';
  const proposal = allows ? proposalLines(request.proposedArguments ?? call?.arguments ?? '') : [];
  const questions = request.questions.flatMap(({ question, options = [] }) => [
    `  ${question}`,
    ...options.map(({ label, description }) => `  - ${label}${description === undefined ? '' : `: ${description}`}`),
  ]);
  return [`${waitingFor(request.kind)}${about}`, ...proposal, ...questions].join('\n');
}

function waitingFor(kind: RequestItem['request']['kind']): string {
  switch (kind) {
    case 'approval':
      return 'Waiting for approval';
    case 'plan':
      return 'Waiting for approval of a plan';
    case 'question':
      return 'Waiting for an answer';
    case 'elicitation':
      return 'Waiting for input';
    default:
      return kind satisfies never;
  }
}
