import { PROVIDER_CHOICES } from '../provider-choices.ts';

/** What is shown of a variable: whether it is set, the database without who opens it, the address without a name and a key, or all of it. */
export type VariableKind = 'secret' | 'database' | 'address' | 'text';

export interface ReadVariable {
  readonly name: string;
  readonly kind: VariableKind;
  /** One that a library of others reads: it is shown where it is set. */
  readonly isOfOthers?: boolean;
}

/** Every variable that `serve` does something by, beside those of its options. */
export const READ_VARIABLES: readonly ReadVariable[] = [
  { name: 'TOOLTHREAD_TOKEN', kind: 'secret' },
  { name: 'TOOLTHREAD_DEMO_SPEED', kind: 'text' },
  ...PROVIDER_CHOICES.flatMap(({ keys, address }): ReadVariable[] => [
    ...keys.map((name): ReadVariable => ({ name, kind: 'secret' })),
    { name: address, kind: 'address' },
  ]),
  { name: 'GOOGLE_API_KEY', kind: 'secret' },
  { name: 'DATABASE_URL', kind: 'database' },
  { name: 'DATABASE_DIRECT_URL', kind: 'database' },
  // Where sessions of other agents, the list of prices and what is kept for the next start are.
  ...['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'KIMI_SHARE_DIR', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME'].map(
    (name): ReadVariable => ({ name, kind: 'text' }),
  ),
  // What an address of a database leaves out, and how a provider is asked.
  ...['PGHOST', 'PGPORT', 'PGUSER', 'PGDATABASE', 'PGSSLMODE', 'PGOPTIONS', 'OPENAI_ORG_ID', 'OPENAI_PROJECT_ID'].map(
    (name): ReadVariable => ({ name, kind: 'text', isOfOthers: true }),
  ),
  { name: 'PGPASSWORD', kind: 'secret', isOfOthers: true },
];
