import type { FormValue } from '#kernel/values/value.ts'
import { splitName } from '#kernel/wording/names.ts'
import { cardNumber } from '../masters/banks.ts'
import { categoryId } from '../masters/categories.ts'
import { costCenterId } from '../masters/cost-centers.ts'
import { chance } from '../random.ts'
import type { ClaimItem, ClaimPlan, Oddity } from './plan.ts'

/** The values that the applicant types into the form. `files` are uploaded already, one for each electronic invoice. */
export function formValue(plan: ClaimPlan, files: ReadonlyMap<number, string>): FormValue {
  const { department, bearing, currency, items, applicant } = plan
  return {
    title: titleOf(items),
    applicantDept: department,
    bearingDept: bearing,
    costCenter: costCenterId(bearing),
    reimburseKind: '1',
    currencyType: currency,
    items: items.map((item, index) =>
      rowOf(item, { bearing, day: dayOf(item, plan), company: companyOf(plan), file: files.get(index),
        remark: index === 0 && plan.oddity ? remarks[plan.oddity] : undefined })
    ),
    ...payeeOf(plan, splitName(applicant.name).cn),
    writeOffFlag: '0',
    // shown where the claim owes them
    overBudgetExplanation: '客户项目进度提前，本月集中发生，已与部门沟通后续月份压缩',
    overdueExplanation: '出差期间票据未能及时取回，现补充报销',
  }
}

/** Codes of the enterprises, as the dictionary of companies has them. */
const companies: Readonly<Record<string, string>> = { sz: 'SZ', dg: 'DG', vn: 'VN' }

/** The code of the enterprise that bears the cost. */
export const companyOf = ({ bearing }: Pick<ClaimPlan, 'bearing'>): string => companies[bearing.slice(0, 2)] ?? 'SZ'

/** The day of an expense, which is that of its invoice. */
export const dayOf = ({ daysBefore }: ClaimItem, { filedAt }: Pick<ClaimPlan, 'filedAt'>): string =>
  new Date(filedAt.getTime() - daysBefore * 86_400_000).toISOString().slice(0, 10)

/** The number of an item's invoice: electronic ones have 20 digits. */
export const invoiceNoOf = ({ invoiceType, invoiceNo }: ClaimItem): string => (invoiceType === '1' ? `263200000000${invoiceNo}` : invoiceNo)

/** The remark of the applicant on a row whose invoice is odd. */
const remarks: Readonly<Record<Oddity, string | undefined>> = { foreign: '由贸易公司集中采购，费用已转让给我方', above: undefined,
  late: undefined }

const titleOf = (items: readonly ClaimItem[]) => `${items[0]?.detail ?? ''}${items.length > 1 ? '等' : ''}费用`

interface RowContext {
  readonly bearing: string
  readonly day: string
  readonly company: string
  readonly file: string | undefined
  readonly remark: string | undefined
}

function rowOf(item: ClaimItem, { bearing, day, company, file, remark }: RowContext): FormValue {
  const { category, detail, amount, invoiceType } = item
  const invoice = invoiceType === '4'
    ? { noInvoiceReason: '小额零星支出，商户无法开票' }
    : { invoiceTitle: company, invoiceNo: invoiceNoOf(item), invoiceDate: day, invoiceKind: '2', ...(file ? { invoiceFiles: [file] } : {}) }
  return {
    expenseDate: day,
    expenseCategory: categoryId(category),
    expenseDetail: detail,
    bearingDept: bearing,
    costCenter: costCenterId(bearing),
    amount,
    invoiceType,
    ...invoice,
    ...(remark && { rowRemark: remark }),
  }
}

/** The payroll card for RMB; an account abroad for other currencies. */
function payeeOf({ index, currency, applicant }: ClaimPlan, name: string): FormValue {
  if (currency === 'CNY') {
    return { proceedsType: '3',
      payeeLines: [{ proceedsName: name, proceedsAccount: cardNumber(chance(`card-${applicant.userName}-pay`).next),
        proceedsAccountType: '2', bankName: '招商银行' }] }
  }
  return {
    proceedsType: '1',
    payeeLines: [{
      proceedsName: splitName(applicant.name).en,
      proceedsAccount: `DEMO${String(10_000_000 + index)}`,
      proceedsAccountType: '2',
      bankName: '中国银行',
      swiftNumber: 'BKCHCNBJ',
      bankAddress: '1 Demonstration Road, Suzhou',
    }],
  }
}
