import type { DoErrand } from '../../nodes/do-errands.ts';
import { findFiles } from './file-routes.ts';
import type { FileSource } from './file-source.ts';
import { tryNowHere } from '../run-routes.ts';
import type { Services } from '../services.ts';
import { undoChange } from './undo-change.ts';

/** What other nodes ask this one for, done as for whoever asks here: `doErrand(services, files)`. */
export function doErrand(services: Services, files: FileSource | undefined): DoErrand {
  return (errand) => {
    switch (errand.kind) {
      case 'undo':
        return undoChange(services, errand);
      case 'files':
        return findFiles(services, files, errand);
      case 'try now':
        return tryNowHere(services, errand);
      default:
        return errand satisfies never;
    }
  };
}
