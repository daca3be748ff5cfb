import type { UsageSum } from '@toolthread/core/summary';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { Column } from './columns.ts';

export interface TotalRowProps {
  readonly columns: readonly Column[];
  readonly total: UsageSum;
}

/** The last row of a table of figures. */
export function TotalRow({ columns, total }: TotalRowProps): ReactNode {
  const language = usePageLanguage();
  return (
    <tfoot>
      <tr>
        <th scope="row">{language.say('Total')}</th>
        {columns.map((column) => (
          <td key={column.title}>{column.text(total, language)}</td>
        ))}
      </tr>
    </tfoot>
  );
}
