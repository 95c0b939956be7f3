import type { Reason } from '#approval/types.ts'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { textAt } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { sapPayment } from '#plugins/sap/types/sapPayment/index.ts'
import { postingNode } from '#plugins/sap/types/sapPayment/flow.ts'
import { sapClient } from '../client.ts'
import { withRefusals } from '../refusals.ts'
import { askVendor, vendorAnswerOf } from '../vendor-facts.ts'
import { judgedBySap } from './check.ts'
import { reservedElsewhere, reserveOpenItems, releaseItems } from './reserved-items.ts'
import { questionOf, downPayment } from './paid.ts'
import { isReversed } from './reversals.ts'

/** Payments through SAP: judged by what SAP has, each open item in one of them, and untouchable once they are posted. */
export const sapPayments: DocumentExtension = {
  concerns: [sapPayment.key],

  /** The reviewer belongs to the company that pays: the unit that has its SAP code. */
  async prepare({ db, value, node, before }) {
    const code = textAt(value, 'sapCompanyCode')
    const unit = code === undefined
      ? undefined
      : await db.selectFrom('sys_group').select('id').where('sap_code', '=', code).where('del_flag', '=', 0).orderBy('level').limit(1)
        .executeTakeFirst()
    // filed again after its reversal, it is posted anew
    const isAnew = node === 'start' && before?.['sapPostNo'] !== undefined
    return { payingUnit: unit?.id ?? value['applicantDept'] ?? null, ...(isAnew && { sapPostNo: null, sapPostMsg: null }) }
  },

  async preview({ env, db, value }) {
    const question = await questionOf(db, value)
    if (question) await withRefusals(() => askVendor({ env, client: sapClient(env) }, question))
  },

  check: async (step) => [...(step.node === 'start' ? await filingProblems(step) : []), ...(await reservedElsewhere(step))],

  async onSubmit(step) {
    await requireAnswer(step)
    await reserveOpenItems(step)
  },

  async onPass({ db, document, node }) {
    if (node === postingNode) await releaseItems(db, document.id)
  },

  withdrawalRefusal: refusal,
  undoRefusal: refusal,

  onReleased: ({ db, document }) => releaseItems(db, document.id),
}

/** Only what was asked before the transaction counts here: nobody waits for SAP with rows locked. */
async function filingProblems(step: DocumentStep): Promise<FieldProblem[]> {
  const question = await questionOf(step.db, step.value)
  const facts = question && vendorAnswerOf(step.env, question)
  const { value, references } = step
  const needsContract = value['sapPayKind'] === downPayment && !value['contractLink'] && references.source('contract') !== undefined
  return [...(question && facts ? judgedBySap(step, question, facts) : []),
    ...(needsContract ? [{ field: 'contractLink', code: 'sap.contractNeeded' }] : [])]
}

/** A payment that SAP has posted is reversed there first. */
async function refusal({ db, value }: DocumentStep): Promise<Reason | undefined> {
  const posting = textAt(value, 'sapPostNo')
  return posting === undefined || (await isReversed(db, posting)) ? undefined : { code: 'sap.posted', parameters: {} }
}

/** A payment of which SAP has said nothing is not filed. */
async function requireAnswer({ env, db, value }: DocumentStep): Promise<void> {
  const question = await questionOf(db, value)
  if (!question || !vendorAnswerOf(env, question)) throw new Refused('sap.mute')
}
