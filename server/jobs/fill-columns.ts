import { fillColumns } from '#server/documents/lists/registered-columns.ts'
import { type Job, minutes } from './job.ts'

/** Fills the columns of lists that a new declaration asks for into the documents that are stored already. */
export const fillListColumns: Job = {
  name: 'fillListColumns',
  every: minutes(1),
  run: ({ db, signal }) => fillColumns(db, signal),
}
