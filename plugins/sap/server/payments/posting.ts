import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { ServiceTask, ServiceTaskKind, ServiceTaskOutcome } from '#server/service-tasks/service-task.ts'
import { cn, en } from '#plugins/sap/texts.ts'
import { canPost } from '#plugins/sap/permissions.ts'
import { postingNode, sapPayment } from '#plugins/sap/types/sapPayment/index.ts'
import { sapClient } from '../client.ts'
import { SapFailure } from '../failure.ts'
import { posting } from '../wire.ts'
import { questionOf } from './paid.ts'

/** Posts a payment in SAP, once for each round of its document. */
export const paymentPosting: ServiceTaskKind = {
  form: sapPayment.key,
  node: postingNode,
  retry: canPost.retry,
  role: 'sapAdmin',
  refusal: 'sap.postingFailed',
  async perform(serviceTask) {
    try {
      const body = await paymentOf(serviceTask)
      const { documentNo, fiscalYear, message } = await sapClient(serviceTask.host.env).post('/payments', body, { shape: posting,
        key: serviceTask.key })
      return posted(`${documentNo}/${fiscalYear}`, message)
    } catch (error) {
      if (error instanceof SapFailure) return failed(error)
      throw error
    }
  },
}

/** The values of a posted payment. */
export const posted = (number: string, message: string): Extract<ServiceTaskOutcome, { outcome: 'done' }> => ({ outcome: 'done',
  set: { sapPostNo: number, sapPostMsg: message || null }, comment: number })

function failed({ kind, text }: SapFailure): ServiceTaskOutcome {
  if (kind === 'mute') return { outcome: 'unknown', message: '' }
  const message = text ||
    bilingual({ cn: cn[kind === 'notSet' ? 'sap.notSet' : 'sap.missing'], en: en[kind === 'notSet' ? 'sap.notSet' : 'sap.missing'] })
  return { outcome: 'refused', message: message.slice(0, 500), set: { sapPostMsg: message.slice(0, 500) } }
}

/** The body of `POST /payments`, described in docs/operations.md. */
async function paymentOf({ db, document, value }: Pick<ServiceTask, 'db' | 'document' | 'value'>): Promise<object> {
  const question = await questionOf(db, value)
  return {
    reference: document.number,
    vendor: question?.vendor,
    companyCode: value['sapCompanyCode'],
    kind: value['sapPayKind'],
    currency: value['currencyType'],
    exchangeRate: value['exchangeRate'],
    totalAmount: value['totalAmount'],
    paymentDate: value['planPayDate'],
    paymentMethod: value['payMethod'],
    houseBank: value['houseBank'],
    purchaseGroup: value['purchaseGroup'],
    purchaseOrder: value['poNo'],
    writeOffDate: value['prepaymentWriteOffDate'],
    text: value['paymentReason'],
    items: rowsAt(value, 'items').map(itemOf),
    payees: rowsAt(value, 'payeeLines').map(payeeOf),
  }
}

const itemOf = (row: FormValue) => ({
  documentNo: row['sapDocNo'],
  fiscalYear: row['fiscalYear'],
  line: row['lineNo'],
  amount: row['thisPayAmount'],
  specialGl: row['specialGl'],
  text: row['itemText'],
})

const payeeOf = (row: FormValue) => ({
  name: row['proceedsName'],
  account: row['proceedsAccount'],
  bank: row['bankName'],
  branch: row['bankBranchNo'],
  swift: row['swiftNumber'],
  amount: row['payAmount'],
})
