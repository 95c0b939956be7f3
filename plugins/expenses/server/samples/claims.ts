import { Decimal } from 'decimal.js'
import type { FormValue } from '#kernel/values/value.ts'
import { splitName } from '#kernel/wording/names.ts'
import { type Chance, type DemoInvoice, type DemoPerson, type DemoStory, type Files, type NodeAnswer, type StoryMove, asPerson, before,
  budgetUnitOf, buyerNamed, cardNumber, categoryId, chance, commented, costCenterId, filers, people, returned, urged,
  valueOf as currentValueOf, wholeUnits } from '#plugins/demo/server/public-api.ts'
import { doModuleAction } from '#server/documents/lifecycle/module-action.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { changeItemStatus } from '#plugins/budgets/permissions.ts'
import { switchOffBudget } from '#plugins/budgets/server/public-api.ts'

/** Finance switches the first row of a completed claim off budget (`1`) or back (`0`). */
const switchedBudget = (offBudgetStatus: '0' | '1'): StoryMove => async ({ stage, id, ...scene }) => {
  const [first] = rowsAt(await currentValueOf(stage, id), 'items')
  return doModuleAction(asPerson(stage, 'finance', scene, [changeItemStatus]), switchOffBudget, { type: scene.type, document: id,
    input: { items: [{ itemId: rowIdOf(first ?? {}) ?? '', offBudgetStatus }] } })
}

/** Plan of a claim: applicant, time, items and final state. */
export interface ClaimPlan {
  readonly index: number
  readonly applicant: DemoPerson
  readonly department: string
  /** Department that bears the cost. */
  readonly bearing: string
  readonly filedAt: Date
  readonly fate: DemoStory['ends']
  /** Number of approvals before it is refused, revoked or voided. */
  readonly passes: number
  /** Node at which a claim in approval waits. */
  readonly waitsAt: string | undefined
  readonly currency: string
  readonly items: readonly ClaimItem[]
  /** Share of the first item that the accountant cuts; 0 for none. */
  readonly cut: number
  readonly moves: readonly StoryMove[] | undefined
  /** Exception in its first row. */
  readonly oddity?: Oddity | undefined
}

/** An invoice to another company, an invoice below the claimed amount, or an old expense. */
type Oddity = 'foreign' | 'above' | 'late'

interface ClaimItem {
  readonly category: string
  readonly detail: string
  /** Amount in the currency of the claim. */
  readonly amount: string
  /** Number of days before filing. */
  readonly daysBefore: number
  /** 1 electronic (with a file), 2 paper, 4 none */
  readonly invoiceType: '1' | '2' | '4'
  readonly invoiceNo: string
}

/** A claim in approval: its node and peculiarities. */
interface OpenClaim {
  readonly at: string
  /** Number of working days since filing. */
  readonly days: number
  readonly by?: string
  /** First item, if a specific one is needed to reach the node. */
  readonly first?: readonly [category: string, rmb: number]
  readonly moves?: readonly StoryMove[]
  readonly oddity?: Oddity
}

/** Claims in approval at every node; the largest need the general manager. */
const waiting: readonly OpenClaim[] = [
  { at: 'accountantReview', days: 6, moves: [urged, urged] },
  { at: 'bearingDeptHead', days: 2, by: 'employee', oddity: 'foreign' },
  { at: 'accountantReview', days: 14, oddity: 'late' },
  { at: 'financeManager', days: 5, by: 'dongmei', moves: [returned('accountantReview', '第二笔费用的税额请会计再核对一次')] },
  { at: 'financeManager', days: 4, by: 'employee', oddity: 'foreign' },
  { at: 'overBudgetApprover', days: 3, by: 'weichen', first: ['TRAIN', 8_600] },
  { at: 'accountantReview', days: 4, by: 'employee',
    moves: [returned('start', '发票抬头有误，请换开后重新提交'), commented('employee', '已联系商户换开，明天补齐', ['accountant'])] },
  { at: 'cashier', days: 6, by: 'xulei' },
  { at: 'deptHead', days: 1, by: 'cashier', oddity: 'above' },
  { at: 'generalManager', days: 6, by: 'employee', first: ['QUALITY', 56_000] },
]

const fates: readonly DemoStory['ends'][] = [
  ...Array<DemoStory['ends']>(32).fill('completed'),
  ...waiting.map(() => 'running' as const),
  ...Array<DemoStory['ends']>(4).fill('refused'),
  ...Array<DemoStory['ends']>(2).fill('voided'),
  ...Array<DemoStory['ends']>(4).fill('revoked'),
]

/** Expense details by category, with the range of amounts in RMB. */
const details: Readonly<Record<string, readonly (readonly [detail: string, low: number, high: number])[]>> = {
  OFFICE: [['打印纸与文具', 60, 480], ['会议室白板笔', 40, 160], ['标签打印耗材', 180, 900], ['办公椅配件', 120, 700]],
  POST: [['样机寄送客户', 120, 1_600], ['合同文件快递', 25, 120], ['备件国际快递', 380, 2_400], ['展品托运', 600, 3_200]],
  TRAIN: [['EMC 设计课程', 1_800, 5_800], ['质量体系内审员培训', 1_200, 3_600], ['英语口语课程', 600, 2_400], ['安全员继续教育', 300,
    1_100]],
  QUALITY: [['来料挑选费', 800, 6_500], ['客户端返工', 1_500, 9_000], ['可靠性复测', 900, 5_200], ['第三方检测', 1_600, 14_000]],
  OTHER: [['绿植与清洁', 80, 560], ['团队应急药品', 60, 320], ['现场拍摄道具', 150, 980], ['钥匙与门禁卡', 40, 360]],
}

const foreign = ['USD', 'EUR', 'HKD', 'JPY', 'VND']
/** Later actions on completed claims, by index: comments, and off-budget switches by finance. */
const afterwards: Readonly<Record<number, readonly StoryMove[]>> = {
  3: [switchedBudget('1')],
  4: [switchedBudget('1'), switchedBudget('0')],
}

const claims = fates.length

/** Claims without an application over the twelve months before the anchor; those in approval are the latest. */
function claimPlans(anchor: Date): ClaimPlan[] {
  return Array.from({ length: claims }, (_, index) => planOf(index, { anchor, filers: filers() }))
}

/** One to four items in RMB; invoice numbers start at the serial. */
export const drawnItems = (drawn: Chance, serial: number): ClaimItem[] =>
  Array.from({ length: drawn.between(1, 4) }, (_, row) => itemOf(serial + row, { currency: 'CNY', drawn, first: undefined }))

const firstRunning = fates.indexOf('running')

/** Values for a claim that is no longer in approval. */
const finished: Partial<OpenClaim> = {}

function planOf(index: number, { anchor, filers }: { anchor: Date; filers: readonly DemoPerson[] }): ClaimPlan {
  const drawn = chance(`claim-${index}`)
  const fate = fates[index]!
  const { at, days, by, first, moves, oddity } = (fate === 'running' && waiting[index - firstRunning]) || finished
  const applicant = named(by, index) ?? drawn.pick(filers)
  const department = applicant.units[0]!
  const currency = foreign[index - 5] ?? 'CNY'
  return {
    index,
    applicant,
    department,
    bearing: budgetUnitOf(department)!,
    fate,
    currency,
    filedAt: filedAt(anchor, { days: days ?? drawn.between(16, 350), minutes: drawn.between(0, 420) }),
    passes: drawn.between(0, 2),
    waitsAt: at,
    items: Array.from({ length: drawn.between(1, 4) },
      (_, row) => itemOf(index * 10 + row, { currency, drawn, first: row === 0 ? first : undefined })).map((item, row) =>
        row === 0 ? oddly(item, oddity) : item
      ),
    cut: cutOf(index, fate),
    moves: moves ?? afterwards[index],
    oddity,
  }
}

/** Adapts an item to its exception: an old date, or an electronic invoice. */
const oddly = (item: ClaimItem, oddity: Oddity | undefined): ClaimItem =>
  oddity === 'late' ? { ...item, daysBefore: 75 } : oddity ? { ...item, invoiceType: '1' } : item

/** A time within a working day. */
const filedAt = (anchor: Date, { days, minutes }: { days: number; minutes: number }): Date =>
  new Date(before(anchor, days, 9).getTime() + minutes * 60_000)

const cutOf = (index: number, fate: DemoStory['ends']): number => (fate === 'completed' && index % 7 === 3 ? 0.2 : 0)

/** Returns whether the demo account `employee` files the claim; it gets some in each state. */
const isEmployees = (index: number): boolean => index % 12 < 2 || index === fates.indexOf('voided') || index === fates.indexOf('refused')

const named = (by: string | undefined, index: number) =>
  people.find(({ userName }) => userName === (by ?? (isEmployees(index) ? 'employee' : undefined)))

/** Approximate value of one RMB in each currency, for realistic amounts. */
const perRmb: Readonly<Record<string, number>> = { CNY: 1, USD: 0.14, EUR: 0.12, HKD: 1.1, JPY: 21, VND: 3700 }

function itemOf(serial: number, { currency, drawn, first }: { currency: string; drawn: Chance; first: OpenClaim['first'] }): ClaimItem {
  const category = first?.[0] ?? drawn.pick(Object.keys(details))
  const [detail, low, high] = drawn.pick(details[category]!)
  const amount = ((first?.[1] ?? drawn.between(low, high)) + drawn.between(0, 99) / 100) * (perRmb[currency] ?? 1)
  return {
    category,
    detail,
    amount: wholeUnits.includes(currency) ? `${amount.toFixed(0)}.00` : amount.toFixed(2),
    daysBefore: drawn.between(1, 25),
    invoiceType: drawn.pick(['1', '2', '2', '4'] as const),
    invoiceNo: String(31_000_000 + serial),
  }
}

/** Expense claims without an application. */
export const claimStories = (anchor: Date): readonly DemoStory[] => claimPlans(anchor).map(claimStory)

/** DemoStory of a claim: invoices, accountant's review and final state. */
export function claimStory(plan: ClaimPlan): DemoStory {
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
