import { fillColumns } from '#server/documents/lists/registered-columns.ts'
import { type Job, minutes } from './job.ts'

/** Fills in newly declared list columns of stored documents. */
export const fillListColumns: Job = {
  name: 'fillListColumns',
  every: minutes(1),
  run: ({ db, signal }) => fillColumns(db, signal),
}
