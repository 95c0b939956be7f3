import type { Feel } from '#kernel/fields.ts'
import type { FactSource, Measure, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { amount, apportioned, approvedRmb, count, documents, inFirstRow, ofDocuments, once, requestedRmb, share, state,
  yesNo } from '#plugins/statistics/measures.ts'
import { addresses } from './addresses.ts'

/** Fact source for claimed amounts of applications of a kind, by rows of expense claims. */
export const claims = (kind: string, dimensions: FactSource['dimensions'] = {}): FactSource => ({
  form: 'expenseReimbursement',
  rows: 'items',
  at: 'completion',
  when: `header.reimburseKind = "${kind}"`,
  department: 'bearingDept',
  dimensions: { category: 'expenseCategory', state: 'state', ...dimensions },
  measures: { reimbursed: approvedRmb },
})

/** Expression for the share of a payment request that the cashier has paid. */
const paidWhole: Feel =
  '(if header.payStatus = "0" then 0 else if header.payStatus = "1" and header.amountPaid != null then header.amountPaidRmb ' +
  'else header.totalAmountRmb)'

/** Fact source for amounts paid on applications of a kind by payment requests. */
export const payments = (kind: string, dimensions: FactSource['dimensions']): FactSource => ({
  form: 'disbursement',
  rows: 'items',
  at: 'completion',
  when: `header.disburseKind = "${kind}"`,
  department: 'bearingDept',
  dimensions: { category: 'expenseCategory', state: 'state', ...dimensions },
  measures: { paid: apportioned({ whole: paidWhole, by: 'thisPayAmount', total: 'header.totalAmount' }) },
})

export const category = { cn: '费用类型', en: 'Category', of: { to: 'expenseCategory' } } as const

/** Fact sources for rows of an application: requested on filing, completed on approval. */
export const rowsOf = (form: string, dimensions: FactSource['dimensions'],
  atCompletion: FactSource['measures'] = {}): readonly FactSource[] =>
  (['filing', 'completion'] as const).map((at): FactSource => ({
    form,
    rows: 'items',
    at,
    department: 'bearingDept',
    dimensions: { category: 'expenseCategory', state: 'state', ...dimensions },
    measures: at === 'filing'
      ? { requests: inFirstRow('1'), applied: 'amountRmb', lines: '1' }
      : { completed: 'amountRmb', ...atCompletion },
  }))

export const applied: Readonly<Record<string, Measure>> = {
  requests: count('申请数', 'Requests', {
    hint: { cn: '审批中和已完成的申请数，计入提交日', en: 'Requests in approval or completed, on the day of submission' },
  }),
  lines: count('明细数', 'Items'),
  applied: amount('申请金额', 'Requested', {
    hint: { cn: '审批中和已完成的申请金额，折算为人民币，计入提交日',
      en: 'Amounts of requests in approval or completed, in RMB, on the day of submission' },
  }),
  completed: amount('已批金额', 'Approved', {
    hint: { cn: '已完成的申请金额，折算为人民币，计入完成日', en: 'Amounts of completed requests, in RMB, on the day of completion' },
  }),
  reimbursed: amount('已报销', 'Claimed', {
    hint: { cn: '员工报销单核准的金额，计入报销单完成日', en: 'Approved on employees’ claims, on the day of the claim’s completion' },
  }),
  paid: amount('已付款', 'Paid', {
    hint: { cn: '付款申请中出纳已付的部分，折算为人民币', en: 'The part of payment requests that the cashier has paid, in RMB' },
  }),
}

/** Unpaid amount, at least 0; the floor is applied to sums. */
export const unpaid: Feel = 'max([0, completed - paid - reimbursed])'
export const ofUnpaid = {
  cn: '已批减去已付款和员工已报销，不小于 0；合计先求和再取 0，可能与各行之和不同',
  en: 'Approved less paid and claimed by employees, never below 0. The total is added up first, so it may differ from the sum of the rows',
}

/** Expression for the sum of a column over the rows of drinks. */
const allOf = (column: string): Feel => `(if count(drinks[${column} != null]) = 0 then 0 else sum(drinks[${column} != null].${column}))`

/**
 * Amount by which all rows of a claim for one entertainment request exceed the standard of that request; 0 for a kind without a standard.
 */
const claimedAbove: Feel = '(if standard = null then 0 else rmb({own: linkNo, all: sum(header.items[item.linkNo = own ' +
  'and approvedAmount != null].approvedAmount)}.all, header.exchangeRate) - standard)'

/** Counts a figure once per entertainment request in a claim, in the request's first row. */
const ofRequest = (figure: Feel): Feel =>
  `if host != null and index of(header.items.linkNo, linkNo)[1] = index of(header.items.rowId, item.rowId)[1] then ${figure} else 0`

/** Entertainment statistics, compared with the standard. */
export const entertainment: StatisticsPage = {
  ...addresses.entertainment,
  topic: 'spending',
  ...ofDocuments,
  facts: [
    {
      form: 'entertainmentApply',
      at: 'filing',
      department: 'bearingDept',
      dimensions: { host: 'host', hostType: 'hostType', counterpart: 'counterpartKind', kind: 'entertainmentType', state: 'state',
        over: { of: yesNo('overStandard = true') } },
      measures: {
        requests: '1',
        ours: 'ourCount',
        guests: 'theirCount',
        estimated: 'totalAmountRmb',
        standard: 'if standardAmount = null then 0 else if capAmount = null then standardAmount else min([standardAmount, capAmount])',
        over: once('overStandard = true'),
        drinks: `if drawDrinks = true then ${allOf('quantity')} - ${allOf('returned')} else 0`,
      },
    },
    {
      ...claims('3'),
      when: 'header.reimburseKind = "3" or host != null',
      dimensions: { host: 'host', hostType: 'hostType', counterpart: 'counterpart', kind: 'entertainment', state: 'state',
        over: { of: `if host = null then null else ${yesNo(`${claimedAbove} > 0`)}` } },
      measures: { actual: approvedRmb, heads: ofRequest('heads'), excess: ofRequest(`max([0, ${claimedAbove}])`) },
    },
  ],
  dimensions: {
    host: { cn: '主陪人', en: 'Host', of: { to: 'person' } },
    hostType: { cn: '主陪类型', en: 'Host type', of: { dict: 'hostType' } },
    counterpart: { cn: '对象类别', en: 'Counterparty type', of: { dict: 'counterpartKind' } },
    kind: { cn: '招待类型', en: 'Type', of: { dict: 'entertainmentType' } },
    over: { cn: '是否超标', en: 'Over standard', of: { dict: 'yesNo' } },
    state,
  },
  measures: {
    requests: count('申请数', 'Requests', {
      hint: { cn: '审批中和已完成的业务招待申请数，计入提交日',
        en: 'Entertainment requests in approval or completed, on the day of submission' },
    }),
    ours: count('我方人数', 'Our attendees'),
    guests: count('对方人数', 'Guests'),
    estimated: amount('预计金额', 'Estimated', {
      hint: { cn: '这些申请的预计金额，折算为人民币', en: 'Estimated amounts of these requests, in RMB' },
    }),
    estimatedPerCapita: amount('预计人均', 'Estimated per person', {
      of: 'if ours + guests = 0 then null else estimated / (ours + guests)',
    }),
    standard: amount('标准金额', 'Standard'),
    standardPerCapita: amount('标准人均', 'Standard per person', { of: 'if ours + guests = 0 then null else standard / (ours + guests)' }),
    over: count('申请超标次数', 'Requests over standard', { isBad: true }),
    actual: amount('实际报销', 'Claimed', {
      hint: { cn: '已完成的招待报销核准的金额，折算为人民币，计入完成日',
        en: 'Approved on completed entertainment claims, in RMB, on the day of completion' },
    }),
    heads: count('报销人数', 'Attendees claimed for'),
    perCapita: amount('实际人均', 'Claimed per person', { of: 'if heads = 0 then null else actual / heads',
      hint: { cn: '实际报销除以这些招待的双方总人数', en: 'Claimed divided by all attendees of these occasions, ours and guests' } }),
    excess: amount('超标金额', 'Claimed over standard', { isBad: true,
      hint: { cn: '每次招待的报销金额超出其标准（人数 × 主陪类型人均，不超过总额上限）的部分',
        en: 'Of each occasion, what was claimed above its standard: attendees by the host’s amount per person, up to the cap' } }),
    drinks: count('酒水数量', 'Drinks'),
  },
  groupBy: ['department', 'host', 'hostType'],
  headline: ['estimated', 'requests', 'actual', 'perCapita', 'excess'],
  charts: [
    { kind: 'columns', cn: '预计与实际', en: 'Estimated and claimed', measure: 'estimated', measures: ['estimated', 'actual'] },
    { kind: 'ranking', cn: '各主陪类型实际人均与标准', en: 'Per person vs. standard by host type', measure: 'perCapita', by: 'hostType',
      beside: 'standardPerCapita' },
  ],
  filters: ['person', 'host', 'hostType', 'counterpart', 'kind', 'over', 'state'],
}

/** Service fee statistics, with claimed and paid amounts. */
export const serviceFee: StatisticsPage = {
  ...addresses.serviceFee,
  topic: 'spending',
  ...ofDocuments,
  facts: [...rowsOf('serviceFeeApply', { supplier: 'supplier', contract: 'contractLink' }),
    claims('5', { supplier: 'providedBy', contract: 'underContract' }), payments('4', { supplier: 'supplier', contract: 'underContract' })],
  dimensions: {
    category,
    supplier: { cn: '服务商', en: 'Service provider', of: { to: 'supplier' } },
    contract: { cn: '合同', en: 'Contract', of: { to: 'contract' } },
    state,
  },
  measures: { ...applied, open: amount('未付', 'Open', { of: unpaid, hint: ofUnpaid }) },
  groupBy: ['department', 'supplier', 'contract'],
  headline: ['applied', 'completed', 'paid', 'open', 'requests'],
  charts: [
    { kind: 'columns', cn: '按月份与部门', en: 'By month and department', measure: 'applied', by: 'department' },
    { kind: 'share', cn: '服务商', en: 'Service providers', measure: 'applied', by: 'supplier' },
    { kind: 'pareto', cn: '服务商集中度', en: 'Provider concentration', measure: 'applied', by: 'supplier' },
  ],
  filters: ['person', 'category', 'supplier', 'contract', 'state'],
}

const bearing = { category: 'expenseCategory', costCenter: 'costCenter', project: 'project', currency: 'currencyType',
  invoice: 'invoiceType' } as const

/** Share of a row in the write-off of an advance. */
const writeOff = apportioned({ whole: 'header.writeOffTotalRmb', by: 'approvedAmount', total: 'header.approvedAmount' })

/** Condition that the row's category is over budget: in its own department if that owns the budget, else in another line. */
const overBudget: Feel = `header.overBudget = true and (some line in header.overBudgetInfo satisfies line.exceeded > 0 ` +
  `and line.category.id = expenseCategory.id\n  ` +
  `and (line.budgetDept.id = bearingDept.id or ` +
  `not(some other in header.overBudgetInfo satisfies other.category.id = expenseCategory.id and other.budgetDept.id = bearingDept.id)))`

/** Fact source for rows of claims of a form. */
const claimed = (form: string): FactSource => ({
  form,
  rows: 'items',
  at: 'completion',
  department: 'bearingDept',
  dimensions: bearing,
  measures: { requested: requestedRmb, approved: approvedRmb, writeoff: writeOff, total: `${approvedRmb} - (${writeOff})`, items: '1',
    overBudget: once(overBudget) },
})

const expenses = claimed('expenseReimbursement')

/** Expense statistics by department and category: claims and payments as far as paid, and offline reimbursements. */
export const expense: StatisticsPage = {
  ...addresses.expense,
  topic: 'spending',
  ...ofDocuments,
  plan: 'approved',
  facts: [
    {
      ...expenses,
      dimensions: { ...bearing, offBudget: 'offBudgetStatus' },
      measures: { ...expenses.measures, overdue: once('overdueDays > 0'), offBudget: once('offBudgetStatus = "1"') },
    },
    claimed('qualityClaim'),
  ],
  dimensions: {
    category: { cn: '费用类型', en: 'Category', of: { to: 'expenseCategory' } },
    costCenter: { cn: '成本中心', en: 'Cost centre', of: { to: 'costCenter' }, offersOccurring: true },
    project: { cn: '项目', en: 'Project', of: { to: 'project' } },
    invoice: { cn: '发票类型', en: 'Invoice type', of: { dict: 'invoiceType' } },
    currency: { cn: '币种', en: 'Currency', of: { to: 'currency' } },
    offBudget: { cn: '预算外', en: 'Off budget', of: { dict: 'offBudgetStatus' } },
  },
  measures: {
    documents: { ...documents, cn: '单据及登记', en: 'Claims and entries',
      hint: { cn: '每张报销单、每笔登记的线下报销各计一次，即使有多行或多个部门；合计可能小于各行之和',
        en: 'Each claim, and each offline claim entered, counts once, however many items or departments it has, so the total may be less ' +
          'than the sum of the rows' } },
    items: count('明细数', 'Items'),
    requested: amount('申请金额', 'Requested'),
    approved: amount('核准金额', 'Approved', {
      hint: { cn: '已完成的报销单核准的金额，按单据汇率折算为人民币，计入完成日',
        en: 'Approved on completed claims, in RMB at each claim’s rate, on the day of completion' },
    }),
    cut: amount('核减金额', 'Cut', { of: 'requested - approved',
      hint: { cn: '已完成的报销单的申请金额减去核准金额', en: 'Requested less approved on completed claims' } }),
    writeoff: amount('冲销金额', 'Offset', {
      hint: { cn: '报销单中冲销的预支，按核准金额分摊到各行',
        en: 'Advances set against claims, shared among the items by their approved amounts' },
    }),
    paid: amount('支付金额', 'Paid', { of: 'approved - writeoff' }),
    offline: amount('线下报销', 'Offline', {
      hint: { cn: '登记的线下报销金额，计入归属月份', en: 'Amounts entered as offline claims, in their budget month' },
    }),
    total: amount('合计', 'Total', {
      hint: { cn: '核准金额减去冲销的预支，加上线下报销；预支在付款时已经付出，不重复计入',
        en: 'Approved, less advances offset, plus offline claims. Advances were paid out before, so they are taken off' },
    }),
    share: share('total'),
    overdue: count('逾期明细', 'Overdue items', { isBad: true }),
    overBudget: count('超预算明细', 'Over-budget items', { isBad: true }),
    offBudget: count('预算外明细', 'Off-budget items', { isBad: true }),
  },
  groupBy: ['department', 'category'],
  headline: ['total', 'approved', 'offline', 'cut', 'documents'],
  charts: [
    { kind: 'columns', cn: '按月份与费用类型', en: 'By month and category', measure: 'total', by: 'category' },
    { kind: 'ranking', cn: '按承担部门', en: 'By bearing department', measure: 'total', by: 'department' },
    { kind: 'share', cn: '费用类型占比', en: 'Breakdown by category', measure: 'total', by: 'category' },
    { kind: 'heat', cn: '部门与费用类型', en: 'Departments and categories', measure: 'total', by: 'department', across: 'category' },
  ],
  filters: ['category', 'costCenter', 'project', 'invoice', 'currency', 'offBudget', 'person'],
}
