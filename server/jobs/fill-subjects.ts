import { fillSubjects } from '#server/documents/store/subjects.ts'
import { type Job, minutes } from './job.ts'

/** Computes the subjects of stored documents again whose form declares them differently. */
export const fillDocumentSubjects: Job = {
  name: 'fillDocumentSubjects',
  every: minutes(1),
  run: ({ db, host, signal }) => fillSubjects(db, host, { forms: host.forms.values(), signal }),
}
