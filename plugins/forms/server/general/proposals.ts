import type { FieldProblem } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'

/** The criteria by which a proposal is scored, and the points of each; together 100. */
const criteria = { effect: 40, originality: 20, effort: 20, extendability: 20 } as const

/**
 * A proposal gets its score sheet once it is carried out and its reward once it is scored; one name stands for one live proposal of a
 * person.
 */
export const proposals: DocumentExtension = {
  concerns: ['proposalApply'],

  async prepare({ node, value }) {
    if (node === 'implementDone') return { scores: value['scores'] ?? sheet() }
    return node === 'verify' ? { rewardAmount: value['rewardStandard'] ?? null } : {}
  },

  async check(step) {
    return step.filing ? sameName(step) : []
  },
}

const sheet = (): FormValue[] => Object.entries(criteria).map(([criterion, maxScore]) => ({ rowId: criterion, criterion, maxScore }))

async function sameName({ db, form, value, document }: DocumentStep): Promise<FieldProblem[]> {
  const { proposalName: name, applicant } = value
  if (typeof name !== 'string' || name.trim() === '' || typeof applicant !== 'string') return []
  const same = await db
    .selectFrom('document')
    .select('number')
    .where('type', '=', form.key)
    .where('applicant', '=', applicant)
    .where('state', 'in', ['inApproval', 'completed'])
    .where('id', '<>', document.id)
    .where((eb) => eb(eb.ref('value', '->>').key('proposalName'), '=', name.trim()))
    .limit(1)
    .executeTakeFirst()
  return same ? [{ field: 'proposalName', code: 'forms.proposalExists', parameters: { no: same.number }, level: 'confirm' }] : []
}
