/** Every option of `serve`, once: how it is written after the command, in a variable and in `toolthread.json`. */
export interface ServeOption {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /**
   * `number`: one in the file, too. `path`: in the file, it is meant from where the file is. `the file`: says where the file is, and so
   * cannot be in it. `once`: is done once, and is not a setting. Without it, the value is a text or true or false.
   */
  readonly is?: 'number' | 'path' | 'the file' | 'once';
}

export const OPTIONS = {
  port: { type: 'string', is: 'number' },
  host: { type: 'string' },
  data: { type: 'string', is: 'path' },
  workspace: { type: 'string', is: 'path' },
  workspaces: { type: 'string', multiple: true, is: 'path' },
  runs: { type: 'string', is: 'number' },
  'no-open': { type: 'boolean' },
  provider: { type: 'string' },
  model: { type: 'string' },
  'base-url': { type: 'string' },
  'context-tokens': { type: 'string', is: 'number' },
  'host-name': { type: 'string', multiple: true },
  'trust-proxy': { type: 'boolean' },
  auth: { type: 'string' },
  'user-header': { type: 'string' },
  'proxy-address': { type: 'string', multiple: true },
  'base-path': { type: 'string' },
  renderers: { type: 'string', is: 'path' },
  node: { type: 'string' },
  'shared-workspaces': { type: 'string', is: 'path' },
  'runs-in-all': { type: 'string', is: 'number' },
  'runs-by-person': { type: 'string', is: 'number' },
  'tokens-by-day': { type: 'string', is: 'number' },
  'cost-by-day': { type: 'string', is: 'number' },
  'log-requests': { type: 'string', is: 'path' },
  'show-secret-names': { type: 'boolean', is: 'once' },
  log: { type: 'string' },
  'metrics-token': { type: 'string' },
  config: { type: 'string', is: 'the file' },
  'print-config': { type: 'boolean', is: 'once' },
} as const satisfies { readonly [name: string]: ServeOption };

type Options = typeof OPTIONS;

/** The name of an option that is a setting. */
export type Setting = {
  [Name in keyof Options]: Options[Name] extends { readonly is: 'once' } ? never : Name;
}[keyof Options];

/** All that can be set, by its option. */
export const SETTINGS: readonly string[] = Object.entries<ServeOption>(OPTIONS).flatMap(([name, { is }]) =>
  is === 'once' ? [] : [name],
);
