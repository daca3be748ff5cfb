/** A policy made of rules. Rules that deny come before rules that ask, and those before rules that allow, whatever their order in the list. */
import type { Json } from '@toolthread/core/json';
import { inSlices } from '../in-slices.ts';
import { matchesName } from '../workspace/matches-glob.ts';
import { argumentMatches, parsedCall } from './argument-matches.ts';
import type { ParsedCall } from './argument-matches.ts';
import { allowsCommand } from './allows-command.ts';
import type { AskedCall, Policy, Verdict } from './policy.ts';
import type { Rule } from './rule.ts';

/**
 * A policy made of rules, and a verdict for calls that no rule is about.
 *
 * @example
 * const policy = policyByRules([{ tool: 'read_file', verdict: 'allow' }], 'ask');
 * await policy.decide({ name: 'read_file', arguments: { path: 'a.ts' }, workspace: undefined }); //=> 'allow'
 * await policy.decide({ name: 'save_file', arguments: { path: 'a.ts' }, workspace: undefined }); //=> 'ask'
 */
export function policyByRules(rules: readonly Rule[], otherwise: Verdict): Policy {
  return {
    decide: (call) => decideByRules(rules, otherwise, call),
    leavesOut: (call) => pathsHeldBack(rules, call),
  };
}

/** One for all: an answer may propose very many calls, and others have their turn between them. */
const pause = inSlices();

export async function decideByRules(rules: readonly Rule[], otherwise: Verdict, asked: AskedCall): Promise<Verdict> {
  await pause();
  const call = parsedCall(asked);
  const own = rules.filter(({ tool }) => matchesName(call.name, tool));
  if (await someMatch(own, 'deny', call)) return 'deny';
  const byCommand = own.filter(({ where }) => where !== undefined && Object.hasOwn(where, 'command'));
  const kind = call.parsed?.kind;
  if (byCommand.length > 0 && kind === 'too_long') return 'deny';
  if (await someMatch(own, 'ask', call)) return 'ask';
  // If rules deny some commands or ask for them, a command that is not plain might be one of these: so the policy asks.
  const holdsBack = byCommand.some(({ verdict }) => verdict !== 'allow');
  if (holdsBack && hasCommand(call.arguments) && kind !== 'plain') return atLeastAsk(otherwise);
  return (await allows(own, call)) ? 'allow' : otherwise;
}

/** The paths of rules that deny, and of rules that ask but did not match this call: the decision on the call does not cover these paths. */
export async function pathsHeldBack(rules: readonly Rule[], asked: AskedCall): Promise<readonly string[]> {
  const call = parsedCall(asked);
  const paths: string[] = [];
  for (const { tool, verdict, where = {} } of rules) {
    const { path, ...others } = where;
    if (verdict === 'allow' || path === undefined || !matchesName(call.name, tool)) continue;
    if (!(await matches({ tool, verdict, where: others }, call, 'broadly'))) continue;
    const wasAsked = verdict === 'ask' && (await argumentMatches(call, 'path', path, 'broadly'));
    if (!wasAsked) paths.push(path);
  }
  return paths;
}

function hasCommand(given: Json): boolean {
  return typeof given === 'object' && given !== null && Object.hasOwn(given, 'command');
}

function atLeastAsk(verdict: Verdict): Verdict {
  return verdict === 'deny' ? 'deny' : 'ask';
}

async function someMatch(rules: readonly Rule[], verdict: 'ask' | 'deny', call: ParsedCall): Promise<boolean> {
  for (const rule of rules) {
    await pause();
    if (rule.verdict === verdict && (await matches(rule, call, 'broadly'))) return true;
  }
  return false;
}

/** Several rules together may allow a line of several commands. */
async function allows(rules: readonly Rule[], call: ParsedCall): Promise<boolean> {
  const patterns: string[] = [];
  for (const rule of rules) {
    if (rule.verdict !== 'allow' || !(await matches(rule, call, 'strictly'))) continue;
    const pattern = Object.entries(rule.where ?? {}).find(([name]) => name === 'command')?.[1];
    if (pattern === undefined) return true;
    patterns.push(pattern);
  }
  return call.parsed !== undefined && patterns.length > 0 && allowsCommand(call.parsed, patterns);
}

/** `strictly` leaves the command out: `allowsCommand` needs the patterns of all rules together. */
async function matches({ where = {} }: Rule, call: ParsedCall, how: 'strictly' | 'broadly'): Promise<boolean> {
  for (const [name, pattern] of Object.entries(where)) {
    if (how === 'strictly' && name === 'command') continue;
    if (!(await argumentMatches(call, name, pattern, how))) return false;
  }
  return true;
}
