/** What seed 003 shows. */
import { threadOf, timeline } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import {
  Composer,
  ContractThread,
  Diff,
  ItemList,
  JsonView,
  Markdown,
  rendererFor,
  Terminal,
  ThreadList,
  ThreadView,
  ToolCollapsibleWrapper,
  toolRenderers,
  ToolText,
} from '@toolthread/react';
import type { ToolProps } from '@toolthread/react';
import type { ReactNode } from 'react';
import { showScenes } from './stage/show-scenes.tsx';

interface MyToolInput {
  readonly someParam: string;
  readonly anotherParam?: number;
}

interface MyToolBlockProps {
  readonly input: MyToolInput;
  readonly result?: { readonly content: string; readonly is_error?: boolean };
  /** The seed: false, or true for important tools. */
  readonly defaultOpen?: boolean;
}

/** The seed's template, step 2: "Create ToolBlock Component". */
function MyToolBlock({ input, result, defaultOpen = true }: MyToolBlockProps): ReactNode {
  return (
    <ToolCollapsibleWrapper
      toolName="My Tool"
      contextInfo={input.someParam}
      description={result ? 'Completed' : 'Running...'}
      {...(result?.is_error === undefined ? {} : { hasError: result.is_error })}
      defaultOpen={defaultOpen}
    >
      <div>Parameter: {input.someParam}</div>
      {result !== undefined && <pre>{result.content}</pre>}
    </ToolCollapsibleWrapper>
  );
}

/** The seed's template, step 3: "Create Tool Renderer". Its step 4 is the one line in `renderers`. */
function MyTool({ input, result }: ToolProps): ReactNode {
  return (
    <div className="my-tool">
      Parameter: {JSON.stringify(input['someParam'])}
      {result === undefined ? ' Running…' : ` ${result.outcome}: ${JSON.stringify(result.parts)}`}
    </div>
  );
}

function Throws({ result }: ToolProps): ReactNode {
  if (result !== undefined) throw new Error('cannot draw this');
  return <p>Not yet</p>;
}

const renderers = [
  rendererFor('MyTool', MyTool),
  rendererFor('Folded', MyTool, { defaultOpen: false }),
  rendererFor('Standing', MyTool, {
    standalone: true,
    contextInfo: () => 'in sight',
    description: () => 'at all times',
  }),
  rendererFor('Throws', Throws),
  rendererFor('ThrowsInItsLine', MyTool, {
    contextInfo: () => {
      throw new Error('no line');
    },
  }),
  ...toolRenderers,
];

function Thread({ events }: { readonly events: readonly LedgerEvent[] }): ReactNode {
  return (
    <div style={{ height: '100vh' }}>
      <ThreadView thread="seed-003" items={timeline(threadOf(events)).items} renderers={renderers} />
    </div>
  );
}

/** Every part with something that it cannot draw, as a host that is not typed may give it; and words of the host. */
function BrokenParts({ value }: { readonly value: never }): ReactNode {
  return (
    <>
      <button type="button">The host</button>
      <Markdown text={value} />
      <ContractThread messages={value} events={value} />
      <Diff patch={value} />
      <Terminal text={value} />
      <ToolText text={value} />
      <ThreadList threads={value} now={0} href={() => '/'} />
      <ThreadView thread="broken" items={value} />
      <Composer members={value} onSend={() => Promise.resolve(undefined)} />
      <JsonView value={value} />
      <Markdown text="All *else* stays." />
    </>
  );
}

export const scenes = {
  broken: (value: never) => <BrokenParts value={value} />,
  items: (events: readonly LedgerEvent[]) => <ItemList events={events} />,
  thread: (events: readonly LedgerEvent[]) => <Thread events={events} />,
  block: (props: MyToolBlockProps) => <MyToolBlock {...props} />,
};
showScenes(scenes);
