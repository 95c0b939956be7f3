import { administratorRole } from '../administrator.ts'
import { reason } from '../reason.ts'
import { isInterested } from '../state.ts'
import type { ApproverCandidate, ApproverQuestion } from './question.ts'

/** The workflow administrators who have no part in the document's own matter. */
export function administrators(question: Pick<ApproverQuestion, 'facts' | 'document'>, code: string): readonly ApproverCandidate[] {
  return question.facts.directory.holders(administratorRole)
    .filter(({ id, enabled, departed }) => enabled && !departed && !isInterested(question, id))
    .map(({ id }) => ({ person: id, why: [reason(code)] }))
}
