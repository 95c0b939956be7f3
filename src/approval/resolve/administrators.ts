import { administratorRole } from '../administrator.ts'
import { reason } from '../reason.ts'
import { isOwn } from '../state.ts'
import type { Candidate, Question } from './question.ts'

/** The workflow administrators who have no part in the document's own matter. */
export function administrators(question: Pick<Question, 'facts' | 'document'>, code: string): readonly Candidate[] {
  return question.facts.directory.holders(administratorRole)
    .filter(({ id, enabled, departed }) => enabled && !departed && !isOwn(question.document, id))
    .map(({ id }) => ({ person: id, why: [reason(code)] }))
}
