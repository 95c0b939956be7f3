import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import type { Host } from '#server/host.ts'
import { disbursement } from '#plugins/forms/types/payments/disbursement/index.ts'

/** The kind of payment that pays a contract. */
const contractPayment = { type: 'disburseKind', value: '3' } as const

/** Filing one is refused as well. */
export const contractPayments: DocumentExtension = {
  concerns: [disbursement.key],

  async check({ value, references, filing }) {
    const isOne = value[contractPayment.type] === contractPayment.value
    return filing && isOne && !references.source('contract') ? [{ field: contractPayment.type, code: 'forms.noContracts' }] : []
  },
}

/** Marks that it was this start, and no administrator, who took the kind out of what is offered. */
const withdrawnBy = 'no-contracts'

/** Contracts can be paid as soon as some module keeps contracts; without one, the kind is not offered. */
export async function offerContractPayments({ db, references, clock }: Pick<Host, 'db' | 'references' | 'clock'>): Promise<void> {
  const { type, value } = contractPayment
  const update_time = clock.now()
  const item = db.updateTable('sys_dict_data').where('type', '=', type).where('value', '=', value)
  if (references.source('contract'))
    await item.set({ enable: true, update_by: null, update_time }).where('update_by', '=', withdrawnBy).execute()
  else await item.set({ enable: false, update_by: withdrawnBy, update_time }).where('enable', '=', true).execute()
}
