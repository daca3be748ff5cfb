import { fieldsOf, isList, listOf, parsedJson } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import type { ReactNode } from 'react';
import { VisibleText } from '../../text/visible-text.tsx';
import { ofKind } from '../of-kind.ts';
import { isFine } from '../changes-in.ts';
import { firstText } from '../first-text.ts';
import type { ToolProps, ToolRenderer } from '../tool-renderer.ts';
import type { Phrase } from '../../labels/phrase.ts';

/** A list of things to do, with a mark for each. */
export const todoRenderer: ToolRenderer = {
  name: 'todo',
  mostLetters: 32_768,
  matches: ofKind('todo'),
  contextInfo: (props) => (todosIn(props).length > 0 ? '' : oneTask(props.input)),
  description: (props) => {
    const todos = isFine(props) ? todosIn(props) : [];
    const done = todos.filter(({ state }) => state === 'done').length;
    return todos.length === 0 ? undefined : props.language.say('{n} of {all} done', { n: done, all: todos.length });
  },
  hasBody: (props) => isFine(props) && todosIn(props).length > 0,
  Body: TodoList,
};

type TodoState = 'pending' | 'active' | 'done' | 'dropped';

interface Todo {
  readonly text: string;
  readonly state: TodoState;
}

const marks: { readonly [state in TodoState]: string } = { pending: '○', active: '◐', done: '✓', dropped: '×' };
const words: { readonly [state in TodoState]: Phrase } = {
  pending: 'to do',
  active: 'in progress',
  done: 'done',
  dropped: 'dropped',
};

function TodoList(props: ToolProps): ReactNode {
  return (
    <ul className="tt-todos">
      {todosIn(props).map(({ text, state }, index) => (
        <li key={index} data-state={state}>
          <span role="img" aria-label={props.language.say(words[state])}>
            {marks[state]}
          </span>
          <span>
            <VisibleText text={text} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The whole list: as it was given, else as it was read. */
function todosIn({ input, result }: ToolProps): readonly Todo[] {
  const data = fieldsOf(result?.structured);
  const given = [input['items'], input['todos'], input['plan'], data['tasks'], data['newTodos'], listPrinted(result)];
  const list = given.find((value) => isList(value) && value.length > 0);
  return listOf(list).flatMap(todoOf);
}

/** Where the list is read, it may be all that is printed. */
function listPrinted(result: ToolProps['result']): Json | undefined {
  const [first, ...others] = result?.parts ?? [];
  if (first?.type !== 'text' || others.length > 0 || !first.text.startsWith('[')) return undefined;
  return parsedJson(first.text);
}

function todoOf(value: Json): readonly Todo[] {
  const fields = fieldsOf(value);
  const text =
    typeof value === 'string' ? value : firstText(fields, 'text', 'content', 'step', 'subject', 'description', 'title');
  return text === undefined ? [] : [{ text, state: states.get(fields['status']) ?? 'pending' }];
}

const states: ReadonlyMap<Json | undefined, TodoState> = new Map<Json | undefined, TodoState>([
  ['done', 'done'],
  ['completed', 'done'],
  ['in_progress', 'active'],
  ['active', 'active'],
  ['cancelled', 'dropped'],
  ['deleted', 'dropped'],
]);

/** A call about one thing of the list. */
function oneTask(input: JsonFields): string | undefined {
  const id = firstText(input, 'taskId', 'task_id');
  const words = [id === undefined ? undefined : `#${id}`, firstText(input, 'subject'), firstText(input, 'status')];
  return words.filter((word) => word !== undefined).join(' ') || undefined;
}
