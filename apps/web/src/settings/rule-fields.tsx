import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { newKey } from './rule-draft.ts';
import type { RuleDraft } from './rule-draft.ts';

/** Names of programs: in no language others. */
const LIKE = { tool: 'run_shell_command', argument: 'command', pattern: 'npm run *' };

const VERDICTS = ['allow', 'ask', 'deny'] as const;

export interface RuleFieldsProps {
  readonly draft: RuleDraft;
  readonly onChange: (draft: RuleDraft) => void;
  readonly onRemove: () => void;
}

/** One rule: a tool, a verdict, and for which arguments. */
export function RuleFields({ draft, onChange, onRemove }: RuleFieldsProps): ReactNode {
  const { say } = usePageLanguage();
  const { tool, verdict, where } = draft;
  const change = (key: string, part: Partial<(typeof where)[number]>): void =>
    onChange({ ...draft, where: where.map((one) => (one.key === key ? { ...one, ...part } : one)) });
  return (
    <fieldset className="policy-rule">
      <legend>{tool === '' ? say('New rule') : tool}</legend>
      <div>
        <input
          required
          autoFocus={tool === ''}
          maxLength={200}
          aria-label={say('Tool')}
          placeholder={LIKE.tool}
          value={tool}
          onChange={({ target }) => onChange({ ...draft, tool: target.value })}
        />
        <select
          aria-label={say('Verdict')}
          value={verdict}
          onChange={({ target }) =>
            onChange({ ...draft, verdict: VERDICTS.find((one) => one === target.value) ?? 'ask' })
          }
        >
          {VERDICTS.map((one) => (
            <option key={one} value={one}>
              {say(one)}
            </option>
          ))}
        </select>
        <button type="button" className="quiet" onClick={onRemove}>
          {say('Remove')}
        </button>
      </div>
      {where.map(({ key, argument, pattern }) => (
        <div key={key}>
          <input
            required
            autoFocus={argument === ''}
            maxLength={200}
            aria-label={say('Argument')}
            placeholder={LIKE.argument}
            value={argument}
            onChange={({ target }) => change(key, { argument: target.value })}
          />
          <input
            required
            maxLength={1000}
            aria-label={say('Pattern')}
            placeholder={LIKE.pattern}
            value={pattern}
            onChange={({ target }) => change(key, { pattern: target.value })}
          />
          <button
            type="button"
            className="quiet"
            aria-label={say('Remove this condition')}
            onClick={() => onChange({ ...draft, where: where.filter((one) => one.key !== key) })}
          >
            ×
          </button>
        </div>
      ))}
      <button
        type="button"
        className="quiet"
        onClick={() => onChange({ ...draft, where: [...where, { key: newKey(), argument: '', pattern: '' }] })}
      >
        {say('Only where an argument is…')}
      </button>
    </fieldset>
  );
}
