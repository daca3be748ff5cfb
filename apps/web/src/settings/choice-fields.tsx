import { visible } from '@toolthread/core/text';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PagePhrase } from '../labels/page-phrase.ts';
import type { AgentChoice, ListedAgents } from '@toolthread/server/answers';
import { providerName } from './provider-name.ts';
import { sayAgent } from './say-agent.ts';

const APPROVALS: readonly (readonly [NonNullable<AgentChoice['approval']>, PagePhrase])[] = [
  ['ask', 'Ask before changes'],
  ['read-only', 'Read only'],
  ['auto-edit', 'Edit files without asking'],
];
/** No folder is called so. */
const ANOTHER = '\0another';

export interface ChoiceFieldsProps {
  readonly agents: ListedAgents;
  readonly choice: AgentChoice;
  onChoose(choice: AgentChoice): void;
}

/** Who answers, with which model, where, and what runs without asking: each is one of a few. */
export function ChoiceFields({ agents, choice, onChoose }: ChoiceFieldsProps): ReactNode {
  const { say } = usePageLanguage();
  const { agents: names, usual } = agents;
  const agent = choice.agent ?? usual.agent ?? 'demo';
  const ofModel = choice.provider === undefined ? '' : modelKey(choice.provider, choice.model ?? '');
  const listed = agents.providers.filter(({ models }) => models.length > 0);
  const chooseAgent = (name: string): void => {
    const { provider, model, workspace, approval } = choice;
    if (name === 'demo') return onChoose({ agent: name });
    // Where no model was set up for the server, the first one is as good as any.
    const [first] = listed;
    const needed = usual.agent === 'demo' && provider === undefined ? first : undefined;
    onChoose({
      agent: name,
      ...(provider === undefined || model === undefined ? {} : { provider, model }),
      ...(needed === undefined ? {} : { provider: needed.name, model: needed.models[0] ?? '' }),
      ...(workspace === undefined ? {} : { workspace }),
      ...(approval === undefined ? {} : { approval }),
    });
  };
  const chooseModel = (key: string): void => {
    const { provider: _provider, model: _model, ...rest } = choice;
    const [provider, model] = key.split('\0');
    onChoose({ ...rest, agent, ...(provider === undefined || model === undefined ? {} : { provider, model }) });
  };
  return (
    <>
      <select aria-label={say('Agent')} value={agent} onChange={({ target }) => chooseAgent(target.value)}>
        {names.map((name) => (
          <option key={name} value={name}>
            {sayAgent(name, say)}
          </option>
        ))}
      </select>
      {agent !== 'demo' && (
        <>
          <select aria-label={say('Model')} value={ofModel} onChange={({ target }) => chooseModel(target.value)}>
            {usual.agent !== 'demo' && (
              <option value="">
                {usual.model === undefined
                  ? say('Default model')
                  : say('{name} (default)', { name: visible(usual.model) })}
              </option>
            )}
            {listed.map(({ name, models }) => (
              <optgroup key={name} label={providerName(name)}>
                {models.map((model) => (
                  <option key={model} value={modelKey(name, model)}>
                    {visible(model)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <Folder agents={agents} choice={{ ...choice, agent }} onChoose={onChoose} />
          <select
            aria-label={say('Approval mode')}
            value={choice.approval ?? 'ask'}
            onChange={({ target }) => {
              const mode = APPROVALS.find(([each]) => each === target.value)?.[0];
              if (mode !== undefined) onChoose({ ...choice, agent, approval: mode });
            }}
          >
            {APPROVALS.map(([mode, words]) => (
              <option key={mode} value={mode}>
                {say(words)}
              </option>
            ))}
          </select>
        </>
      )}
    </>
  );
}

function Folder({ agents, choice, onChoose }: ChoiceFieldsProps): ReactNode {
  const { say } = usePageLanguage();
  const [another, setAnother] = useState(
    () => choice.workspace !== undefined && !agents.workspaces.includes(choice.workspace),
  );
  const field = useRef<HTMLInputElement>(null);
  const isChosen = useRef(false);
  // It takes the place of the list in which it was chosen, and with it the keyboard.
  useEffect(() => {
    if (isChosen.current) field.current?.focus();
  }, [another]);
  const { workspace, ...rest } = choice;
  const usual = agents.usual.workspace;
  const choose = (path: string): void => onChoose(path === '' ? rest : { ...rest, workspace: path });
  if (another)
    return (
      <input
        ref={field}
        aria-label={say('Folder')}
        placeholder={say('Full path of a folder')}
        value={workspace ?? ''}
        onChange={({ target }) => choose(target.value)}
        onBlur={() => workspace === undefined && setAnother(false)}
      />
    );
  return (
    <select
      aria-label={say('Folder')}
      value={workspace ?? ''}
      onChange={({ target }) => {
        isChosen.current = target.value === ANOTHER;
        if (isChosen.current) setAnother(true);
        choose(target.value === ANOTHER ? '' : target.value);
      }}
    >
      <option value="" title={usual === undefined ? undefined : visible(usual)}>
        {usual === undefined
          ? say('Default folder')
          : say('{name} (default)', { name: visible(usual.split(/[\\/]/).findLast((name) => name !== '') ?? usual) })}
      </option>
      {agents.workspaces
        .filter((path) => path !== usual || path === workspace)
        .map((path) => (
          <option key={path} value={path}>
            {visible(path)}
          </option>
        ))}
      {agents.below.length > 0 && <option value={ANOTHER}>{say('Another folder…')}</option>}
    </select>
  );
}

function modelKey(provider: string, model: string): string {
  return `${provider}\0${model}`;
}
