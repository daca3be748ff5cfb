import type { Rule } from '@toolthread/server/answers';

/** A rule while somebody writes it. */
export interface RuleDraft {
  readonly key: string;
  readonly tool: string;
  readonly verdict: Rule['verdict'];
  readonly where: readonly { readonly key: string; readonly argument: string; readonly pattern: string }[];
}

export function draftOf(rule: Rule = { tool: '', verdict: 'ask' }): RuleDraft {
  return {
    key: newKey(),
    tool: rule.tool,
    verdict: rule.verdict,
    where: Object.entries(rule.where ?? {}).map(([argument, pattern]) => ({
      key: newKey(),
      argument,
      pattern,
    })),
  };
}

/** As they are sent. A line without an argument's name says nothing; what the fields demand, the form has seen to. */
export function rulesOf(drafts: readonly RuleDraft[]): readonly Rule[] {
  return drafts.map(({ tool, verdict, where }) => {
    const named = where.filter(({ argument }) => argument.trim() !== '');
    if (named.length === 0) return { tool: tool.trim(), verdict };
    const pairs = named.map(({ argument, pattern }) => [argument.trim(), pattern] as const);
    return { tool: tool.trim(), verdict, where: Object.fromEntries(pairs) };
  });
}

/** It allows whatever the tool is called with. */
export function isBroad({ tool, verdict, where }: Rule): boolean {
  return tool !== '' && verdict === 'allow' && where === undefined;
}

let keys = 0;

/** For React: two equal rules are still two. */
export function newKey(): string {
  keys += 1;
  return String(keys);
}
