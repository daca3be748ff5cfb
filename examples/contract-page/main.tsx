import type { Message } from '@toolthread/core/contract';
import { Composer, ContractThread } from '@toolthread/react';
import '@toolthread/react/styles.css';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

async function send(text: string): Promise<string | undefined> {
  const { ok } = await fetch('/back-end/messages', { method: 'POST', body: text });
  return ok ? undefined : 'The back end did not take it.';
}

function Page() {
  const [messages, setMessages] = useState<Message[]>([]);
  const [events, setEvents] = useState<{ type: string }[]>([]);
  useEffect(() => {
    const load = async () => setMessages(await (await fetch('/back-end/messages')).json());
    const source = new EventSource('/back-end/events');
    source.onopen = load;
    source.onmessage = ({ data }) => {
      const event = JSON.parse(data);
      setEvents((told) => [...told, event]);
      if (event.type === 'agent.status' && event.payload.status !== 'processing') void load();
    };
    return () => source.close();
  }, []);
  return (
    <div style={{ height: '90vh', display: 'flex', flexDirection: 'column' }}>
      <ContractThread messages={messages} events={events} />
      <Composer onSend={send} />
    </div>
  );
}

createRoot(document.body.firstElementChild ?? document.body).render(<Page />);
