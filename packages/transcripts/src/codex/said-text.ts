/** Text that Codex adds to a person's messages: known by how it begins, because the file does not mark it. */
const INJECTED: readonly (readonly [begin: string, rule: string])[] = [
  ['# AGENTS.md instructions', 'agents-md'],
  ['<environment_context>', 'environment-context'],
  ['<INSTRUCTIONS>', 'user-instructions'],
  ['<user_instructions>', 'user-instructions'],
  ['<permissions instructions>', 'permissions'],
  ['<skill>\n', 'skill'],
  ['<turn_aborted>', 'turn-aborted'],
  ['<subagent_notification>', 'subagent-notification'],
  ['<goal_context>', 'goal-context'],
  ['<codex_internal_context', 'internal-context'],
  ['<recommended_plugins>', 'recommended-plugins'],
  ['<user_shell_command>', 'user-shell-command'],
];

/** The editor's context stands before the request. */
const REQUEST = '## My request for Codex:';
const CONTEXT = /^\s*# (Context from my IDE setup|Files mentioned by the user):/;

export type SaidText =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'injected'; readonly rule: string };

/** `saidText('<environment_context>…').kind === 'injected'` */
export function saidText(raw: string): SaidText {
  const text = raw.trimStart();
  const injected = INJECTED.find(([begin]) => text.startsWith(begin));
  if (injected !== undefined) return { kind: 'injected', rule: injected[1] };
  const request = CONTEXT.test(raw) ? raw.indexOf(REQUEST) : -1;
  return { kind: 'typed', text: request === -1 ? raw : raw.slice(request + REQUEST.length).trimStart() };
}
