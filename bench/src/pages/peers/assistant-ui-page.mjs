/** assistant-ui with its own primitives: messages, their words as Markdown, their calls as its tools are drawn without a part of their own. */
import {
  AssistantRuntimeProvider,
  MessagePrimitive,
  ThreadPrimitive,
  useExternalStoreRuntime,
} from '@assistant-ui/react';
import { MarkdownTextPrimitive } from '@assistant-ui/react-markdown';
import { createElement, memo } from 'react';
import remarkGfm from 'remark-gfm';
import { benchThread } from '../draw-thread.mjs';

const Words = memo(() => createElement(MarkdownTextPrimitive, { remarkPlugins: [remarkGfm] }));

const Call = memo(({ toolName, argsText, result }) =>
  createElement(
    'details',
    undefined,
    createElement('summary', undefined, `${toolName}(${argsText})`),
    createElement('pre', undefined, result),
  ),
);

const Message = () =>
  createElement(
    MessagePrimitive.Root,
    undefined,
    createElement(MessagePrimitive.Parts, { components: { Text: Words, tools: { Fallback: Call } } }),
  );

export const components = { UserMessage: Message, AssistantMessage: Message };

/** `list(count)`: the list of messages in the thread. */
function Page({ messages, isRunning, list }) {
  const runtime = useExternalStoreRuntime({
    messages,
    isRunning,
    convertMessage: (message) => message,
    onNew: async () => undefined,
  });
  return createElement(
    AssistantRuntimeProvider,
    { runtime },
    createElement(ThreadPrimitive.Root, undefined, list(messages.length)),
  );
}

const known = new WeakMap();

/** A turn that did not change is the same messages. */
function wholeTurn(turn) {
  const messages =
    known.get(turn) ?? messagesOf(turn, { made: turn.calls.length, settled: turn.calls.length, length: Infinity });
  known.set(turn, messages);
  return messages;
}

function messagesOf(turn, { made, settled, length }) {
  const calls = turn.calls.slice(0, made).map(({ id, name, args, result }, index) => ({
    type: 'tool-call',
    toolCallId: id,
    toolName: name,
    args,
    argsText: JSON.stringify(args),
    ...(index < settled ? { result } : {}),
  }));
  const answer = length === 0 ? [] : [{ type: 'text', text: turn.answer.slice(0, length) }];
  const { id } = turn.calls[0];
  return [
    { id: `${id}-user`, role: 'user', content: [{ type: 'text', text: turn.prompt }] },
    {
      id: `${id}-assistant`,
      role: 'assistant',
      content: [{ type: 'text', text: turn.commentary }, ...calls, ...answer],
    },
  ];
}

export function benchAssistantUi(list) {
  benchThread((turns, newest) => {
    const live = newest === undefined ? [] : messagesOf(newest.turn, newest.state);
    const messages = [...turns.flatMap(wholeTurn), ...live];
    return createElement(Page, { messages, isRunning: newest !== undefined, list });
  });
}
