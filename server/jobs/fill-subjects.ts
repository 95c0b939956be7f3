import { fillSubjects } from '#server/documents/store/subjects.ts'
import { type Job, minutes } from './job.ts'

/** Fills in what stored documents are about where their forms say so anew. */
export const fillDocumentSubjects: Job = {
  name: 'fillDocumentSubjects',
  every: minutes(1),
  run: ({ db, host, signal }) => fillSubjects(db, host, { forms: host.forms.values(), signal }),
}
