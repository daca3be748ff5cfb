import { type EventDraft, foldThread, newThread, timeline } from '@toolthread/core';
import { aiSdkReader, appendDrafts } from '@toolthread/core/adapters';
import { Composer, ThreadView } from '@toolthread/react';
import '@toolthread/react/styles.css';
import { DefaultChatTransport, generateId, type UIMessage } from 'ai';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const transport = new DefaultChatTransport();
const reader = aiSdkReader();
let thread = newThread('chat');

function Page() {
  const [items, draw] = useState(timeline(thread).items);
  const tell = (drafts: readonly EventDraft[]) => {
    for (const event of appendDrafts(thread.state, drafts, Date.now())) thread = foldThread(thread, event);
    draw(timeline(thread).items);
  };
  const send = async (text: string) => {
    const parts = [{ type: 'text' as const, text }];
    const messages: UIMessage[] = [{ id: generateId(), role: 'user', parts }];
    const about = { chatId: 'chat', messageId: undefined, abortSignal: undefined };
    const stream = await transport.sendMessages({ ...about, trigger: 'submit-message', messages });
    // What was not taken is in the composer still.
    tell([{ type: 'message.posted', author: '@human', delivery: 'now', parts }]);
    for (const chunks = stream.getReader(); ;) {
      const { done, value } = await chunks.read().catch(() => ({ done: true, value: undefined }));
      tell(done ? reader.end() : reader.push(value));
      if (done) return undefined;
    }
  };
  return (
    <div style={{ height: '90vh', display: 'flex', flexDirection: 'column' }}>
      <ThreadView thread="chat" items={items} />
      <Composer onSend={send} />
    </div>
  );
}

createRoot(document.body.firstElementChild ?? document.body).render(<Page />);
