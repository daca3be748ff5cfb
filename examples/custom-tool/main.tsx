import { connectThread, createThread } from '@toolthread/client';
import { timeline } from '@toolthread/core';
import { Composer, connectionActions, rendererFor, ThreadView, toolRenderers, useThread } from '@toolthread/react';
import '@toolthread/react/styles.css';
import { createRoot } from 'react-dom/client';

/** `result` is undefined while the tool runs. Arguments and results are foreign text: look before you draw. */
const dice = rendererFor(
  'roll_dice',
  ({ input, result }) => (
    <figure>
      {result?.parts.map((part) => (part.type === 'text' ? part.text.replace(/[1-6]/g, face) : '')) ??
        `Rolling ${JSON.stringify(input['count'])} dice…`}
    </figure>
  ),
  { standalone: true },
);
const face = (digit: string): string => '⚀⚁⚂⚃⚄⚅'[Number(digit) - 1] ?? digit;

const server = { baseUrl: '/agent', token: 'for-this-example' };
const created = await createThread(server);
if (!created.ok) throw new Error(created.error.message);
const { id } = created.value;
const connection = connectThread({ ...server, thread: id });

function Page() {
  const { thread } = useThread(connection);
  const actions = connectionActions(connection);
  return (
    <div style={{ height: '90vh', display: 'flex', flexDirection: 'column' }}>
      <ThreadView thread={id} items={timeline(thread).items} actions={actions} renderers={[dice, ...toolRenderers]} />
      {actions.say && <Composer onSend={actions.say} />}
    </div>
  );
}

createRoot(document.body.firstElementChild ?? document.body).render(<Page />);
