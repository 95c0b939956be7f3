import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import { disbursement } from '#plugins/forms/types/payments/disbursement/index.ts'

/** The reviewer of a payment belongs to the company that pays: the enterprise with its code. */
export const payingUnits: DocumentExtension = {
  concerns: [disbursement.key],

  async prepare({ db, value }) {
    const company = value['payCompany']
    const unit = typeof company !== 'string' ? undefined : await db
      .selectFrom('sys_group').select('id')
      .where('code', '=', company).where('type', '=', 'ENTERPRISE').where('del_flag', '=', 0)
      .orderBy('level').limit(1).executeTakeFirst()
    return { payingUnit: unit?.id ?? value['applicantDept'] ?? null }
  },
}
