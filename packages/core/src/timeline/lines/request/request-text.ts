import { asksApproval } from '../../../ledger/queries/asks-approval.ts';
import type { Request } from '../../../ledger/thread-state.ts';
import { callText } from '../call-text.ts';
import type { RequestItem } from '../../item.ts';
import { proposalLines } from './proposal-lines.ts';
import { labelText } from './proposed-arguments.ts';
import { grantText } from './grant-text.ts';
import { plainTitle, requestTitle, settledText } from './settled-text.ts';

/**
 * What is asked, with all that would run; or what was answered.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * const card = [...timeline(exampleThread).items].find((item) => item.kind === 'request');
 * card === undefined ? 'nothing is asked' : requestText(card); //=> 'nothing is asked'
 */
export function requestText(item: RequestItem): string {
  const { request, call } = item;
  if (request.settled !== undefined) return `${requestTitle(item)} → ${settledText(request)}`;
  const subject = request.title ?? untitled(item);
  const unnamed = unnamedTool(item);
  const tool = unnamed === undefined ? '' : ` (${labelText(unnamed)})`;
  const proposal = asksApproval(request) ? proposalLines(request.proposedArguments ?? call?.arguments ?? '') : [];
  const grant = request.kind === 'approval' ? [`  ${grantText(request)}`] : [];
  const questions = request.questions.flatMap(({ question, options = [] }) => [
    ...(question === subject ? [] : [`  ${question}`]),
    ...options.map(({ label, description }) => `  - ${label}${description === undefined ? '' : `: ${description}`}`),
  ]);
  return [
    `${waitingFor[request.kind]}${subject === undefined ? '' : `: ${subject}${tool}`}`,
    ...proposal,
    ...grant,
    ...questions,
  ].join('\n');
}

/** A question is its words, as on its card; how a tool was called to ask it tells nobody more. */
function untitled(item: RequestItem): string | undefined {
  const { request, call } = item;
  if (request.questions.length > 0 && !asksApproval(request)) return requestTitle(item);
  return call === undefined ? undefined : callText(call);
}

const waitingFor: { readonly [kind in Request['kind']]: string } = {
  approval: 'Waiting for approval',
  plan: 'Waiting for approval of a plan',
  question: 'Waiting for an answer',
  elicitation: 'Waiting for input',
};

/**
 * The tool that would run, where the title of an approval does not begin with its name: whoever wrote the title, the reader sees which it is.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * const card = [...timeline(exampleThread).items].find((item) => item.kind === 'request');
 * card === undefined ? 'nothing is asked' : unnamedTool(card); //=> 'nothing is asked'
 */
export function unnamedTool({ request, call }: RequestItem): string | undefined {
  if (call === undefined || request.title === undefined || request.questions.length > 0) return undefined;
  if (!asksApproval(request)) return undefined;
  return request.title.startsWith(plainTitle(call)) ? undefined : call.name;
}
