import { Decimal } from 'decimal.js'
import type { FormValue } from '#kernel/values/value.ts'
import { splitName } from '#kernel/wording/names.ts'
import { buyerNamed } from '../masters/invoice-titles.ts'
import { wholeUnits } from '../masters/finance.ts'
import type { DemoInvoice } from '../stories/invoice-file.ts'
import type { NodeAnswer, Story } from '../stories/story.ts'
import type { Files } from '../stories/uploads.ts'
import { type ClaimItem, type ClaimPlan, claimPlans, type Oddity } from './plan.ts'
import { cardNumber } from '../masters/banks.ts'
import { categoryId } from '../masters/categories.ts'
import { costCenterId } from '../masters/cost-centers.ts'
import { chance } from '../random.ts'

/** Expense claims without an application. */
export const claimStories = (anchor: Date): readonly Story[] => claimPlans(anchor).map(claimStory)

/** Story of a claim: invoices, accountant's review and final state. */
export function claimStory(plan: ClaimPlan): Story {
  const { applicant, filedAt, fate, passes, waitsAt, moves, oddity } = plan
  return {
    type: 'expenseReimbursement',
    by: applicant.userName,
    at: filedAt,
    ends: fate,
    ...(oddity && { confirms: confirmed[oddity] }),
    ...(moves && { moves }),
    ...(fate === 'running' ? { waitsAt } : { passes }),
    value: async (_, files) => formValue(plan, await invoicesOf(plan, files)),
    say: { accountantReview: reviewed(plan) },
    because: ends[fate],
  }
}

const ends: Readonly<Record<string, string>> = { refused: '费用与业务无关，请走其他渠道', revoked: '金额填写有误，撤回重填',
  voided: '重复报销，作废' }

async function invoicesOf(plan: ClaimPlan, files: Files): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for (const [index, item] of plan.items.entries()) {
    if (item.invoiceType === '1')
      found.set(index, await files(`发票${invoiceNoOf(item)}.pdf`, invoiceOf(plan, item, index === 0 ? plan.oddity : undefined)))
  }
  return found
}

/** Invoice of an item, with deviations for an exception. */
function invoiceOf(plan: ClaimPlan, item: ClaimItem, oddity: Oddity | undefined): DemoInvoice {
  const amount = new Decimal(item.amount)
  const total = oddity === 'above' ? amount.times('0.8').toDecimalPlaces(2) : amount
  const net = total.div('1.06').toDecimalPlaces(2)
  return { number: invoiceNoOf(item), day: dayOf(item, plan), item: item.detail,
    buyer: oddity === 'foreign' ? { name: '无锡示范贸易有限公司', taxNo: '91320200MADEM0TRAD' } : buyerNamed(companyOf(plan)),
    net: net.toFixed(2), tax: total.minus(net).toFixed(2), total: total.toFixed(2) }
}

/** Codes that the applicant confirms when filing despite an exception. */
const confirmed: Readonly<Record<Oddity, readonly string[]>> = { foreign: ['vouchers.differs.buyer'], above: ['vouchers.differs.amount'],
  late: [] }

/** Accountant's input: paper received, and a reduced approved amount for some claims. */
const reviewed = ({ cut }: ClaimPlan): NodeAnswer =>
  cut > 0
    ? { comment: '发票金额与明细不符，按发票核减', fill: (value) => ({ paperReceived: true, items: cutFirst(value, cut) }) }
    : { fill: () => ({ paperReceived: true }) }

function cutFirst(value: FormValue, cut: number): readonly FormValue[] {
  const [first, ...rest] = value['items'] as readonly FormValue[]
  return [{ ...first, approvedAmount: new Decimal(String(first!['amount'])).times(1 - cut).toDecimalPlaces(
    wholeUnits.includes(String(value['currencyType'])) ? 0 : 2,
  ).toFixed(2) }, ...rest]
}

/** Form value entered by the applicant. `files`: uploaded files of the electronic invoices, by item index. */
function formValue(plan: ClaimPlan, files: ReadonlyMap<number, string>): FormValue {
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
    // used only if the claim is over budget
    overBudgetExplanation: '客户项目进度提前，本月集中发生，已与部门沟通后续月份压缩',
    overdueExplanation: '出差期间票据未能及时取回，现补充报销',
  }
}

/** Enterprise codes in the dictionary of companies, by unit prefix. */
const companies: Readonly<Record<string, string>> = { sz: 'SZ', dg: 'DG', vn: 'VN' }

/** Code of the enterprise that bears the cost. */
const companyOf = ({ bearing }: Pick<ClaimPlan, 'bearing'>): string => companies[bearing.slice(0, 2)] ?? 'SZ'

/** Date of an expense and its invoice. */
const dayOf = ({ daysBefore }: ClaimItem, { filedAt }: Pick<ClaimPlan, 'filedAt'>): string =>
  new Date(filedAt.getTime() - daysBefore * 86_400_000).toISOString().slice(0, 10)

/** Invoice number of an item; electronic ones have 20 digits. */
const invoiceNoOf = ({ invoiceType, invoiceNo }: ClaimItem): string => (invoiceType === '1' ? `263200000000${invoiceNo}` : invoiceNo)

/** Applicant's remark on a row with an exception. */
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

/** Payee: the payroll card for RMB, an account abroad for other currencies. */
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
