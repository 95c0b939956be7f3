import { sql } from 'kysely'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { qualityClaim } from '#plugins/forms/types/quality/qualityClaim/index.ts'

/** A customer's complaint is reimbursed by one live document. */
export const singleComplaints: DocumentExtension = {
  concerns: [qualityClaim.key],

  check: reimbursed,

  /** Once more, one filing of the same complaint after the other: two may have been under way. */
  async onSubmit(step) {
    const { customer, claimNo } = step.value
    await sql`select pg_advisory_xact_lock(hashtextextended(${`complaint ${String(customer)} ${String(claimNo)}`}, 0))`.execute(step.db)
    const [problem] = await reimbursed(step)
    if (problem) throw new Refused(problem.code, problem.parameters, [problem])
  },
}

async function reimbursed({ db, value: { customer, claimNo }, document }: DocumentStep): Promise<FieldProblem[]> {
  if (typeof customer !== 'string' || typeof claimNo !== 'string') return []
  const other = await db
    .selectFrom('document')
    .select('number')
    .where('type', '=', qualityClaim.key)
    .where('state', 'in', ['inApproval', 'completed'])
    .where('id', '<>', document.id)
    .where((eb) =>
      eb.and([eb(eb.ref('value', '->>').key('customer'), '=', customer), eb(eb.ref('value', '->>').key('claimNo'), '=', claimNo)])
    )
    .limit(1)
    .executeTakeFirst()
  return other ? [{ field: 'claimNo', code: 'forms.complaintReimbursed', parameters: { no: other.number } }] : []
}
