/** Text that Codex adds to a person's messages: known by its form as a whole, because the file does not mark it, and a person may begin with the same words. */
const TAGS: readonly (readonly [tag: string, rule: string])[] = [
  ['environment_context', 'environment-context'],
  ['INSTRUCTIONS', 'user-instructions'],
  ['user_instructions', 'user-instructions'],
  ['permissions instructions', 'permissions'],
  ['turn_aborted', 'turn-aborted'],
  ['subagent_notification', 'subagent-notification'],
  ['goal_context', 'goal-context'],
  ['codex_internal_context', 'internal-context'],
  ['recommended_plugins', 'recommended-plugins'],
  ['user_shell_command', 'user-shell-command'],
];
const FORMS: readonly (readonly [form: RegExp, rule: string])[] = [
  [/^# AGENTS\.md instructions[^\n]{0,4096}\n\s{0,8}<INSTRUCTIONS>/, 'agents-md'],
  [/^<skill>\n/, 'skill'],
];

/** The editor's context is before the request. */
const REQUEST = '## My request for Codex:';
const CONTEXT = /^\s*# (Context from my IDE setup|Files mentioned by the user):/;

export type SaidText =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'injected'; readonly rule: string };

/** `saidText('<environment_context>…</environment_context>').kind === 'injected'` */
export function saidText(raw: string): SaidText {
  const rule = ruleOf(raw.trim());
  return rule === undefined ? { kind: 'typed', text: requestIn(raw) } : { kind: 'injected', rule };
}

/** `requestIn('# Context from my IDE setup:\\n\\n## My request for Codex:\\nGo on.') === 'Go on.'` */
export function requestIn(raw: string): string {
  const request = CONTEXT.test(raw) ? raw.indexOf(REQUEST) : -1;
  return request === -1 ? raw : raw.slice(request + REQUEST.length).trimStart();
}

function ruleOf(text: string): string | undefined {
  const tagged = TAGS.find(([tag]) => text.startsWith(`<${tag}`) && text.endsWith(`</${tag}>`));
  return (tagged ?? FORMS.find(([form]) => form.test(text)))?.[1];
}
