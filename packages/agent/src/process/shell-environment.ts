import { secretVariables } from '../redact/secrets/secret-variables.ts';

/** The variables of our environment that a child process gets: those that it needs to work, and none that could be secret. */
const PASSED = new Set(
  (
    'PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TEMP TMP SYSTEMROOT COMSPEC PATHEXT ' +
    'XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME JAVA_HOME GOPATH GOROOT CARGO_HOME RUSTUP_HOME NVM_DIR PYENV_ROOT'
  ).split(' '),
);

/** So that programs do not wait for a person, and do not open a pager. */
const QUIET = { TERM: 'dumb', NO_COLOR: '1', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' };

/** `shellEnvironment(process.env)` */
export function shellEnvironment(own: { readonly [name: string]: string | undefined }): Record<string, string> {
  const secret = new Set(secretVariables(own).map(({ name }) => name));
  const passed = Object.entries(own).filter(
    ([name]) => (PASSED.has(name) || name.startsWith('LC_')) && !secret.has(name),
  );
  const known = passed.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return { ...Object.fromEntries(known), ...QUIET };
}
