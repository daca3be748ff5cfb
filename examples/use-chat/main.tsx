import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { createRoot } from 'react-dom/client';

// Yours comes from where your users log in.
const headers = { Authorization: 'Bearer for-this-example' };
const { id } = await (await fetch('/agent/api/threads', { method: 'POST', headers })).json();

function Page() {
  const chat = useChat({
    id,
    transport: new DefaultChatTransport({ api: '/agent/api/chat', headers }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const allow = (approval: string) => chat.addToolApprovalResponse({ id: approval, approved: true });
  return (
    <>
      {chat.messages.flatMap(({ id: message, parts }) =>
        parts.map((part, i) => {
          const key = `${message}-${i}`;
          if (part.type === 'text') return <p key={key}>{part.text}</p>;
          if (part.type !== 'dynamic-tool') return undefined;
          if (part.state !== 'approval-requested') return <pre key={key}>{`${part.toolName}: ${part.state}`}</pre>;
          return (
            <button key={key} onClick={() => void allow(part.approval.id)}>
              Allow {part.toolName}
            </button>
          );
        }),
      )}
      <button onClick={() => void chat.sendMessage({ text: 'Deploy the newest version.' })}>Ask</button>
    </>
  );
}

createRoot(document.body.firstElementChild ?? document.body).render(<Page />);
