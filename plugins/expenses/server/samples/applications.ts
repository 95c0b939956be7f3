import { Decimal } from 'decimal.js'
import type { FormValue } from '#kernel/values/value.ts'
import { splitName } from '#kernel/wording/names.ts'
import { type Before, type Chance, type DemoStory, type FiledStory, type StoryMove, before, cardNumber, categoryId, chance, commented,
  costCenterId, countersigned, dayFrom, people } from '#plugins/demo/server/public-api.ts'

const type = 'entertainmentApply'

/** Columns: user name, department, bearing department, type of host, guests, occasion. */
const hosts = [
  ['sales', 'sz-sales', 'sz-sales', '3', '华东汽车电子', '新项目定点洽谈，安排工作晚餐'],
  ['xulei', 'sz-domestic', 'sz-sales', '2', '苏州联创电器', '年度框架续签沟通，客户两人来访'],
  ['jiangyi', 'sz-export', 'sz-sales', '2', '德国博能贸易', '外宾来厂验货，安排午餐'],
  ['buyer', 'sz-purchase', 'sz-purchase', '2', '昆山精密五金', '供应商来料改善会议后工作餐'],
  ['quality', 'sz-quality', 'sz-quality', '1', '华测检测', '体系外审老师工作餐'],
  ['head', 'sz-rd', 'sz-rd', '3', '东南大学', '联合实验室技术交流'],
] as const

type Host = (typeof hosts)[number]

/** Final states of the twenty-six, from the earliest to the latest. */
const fates: readonly DemoStory['ends'][] = [
  ...Array.from({ length: 18 }, () => 'completed' as const),
  'refused',
  'refused',
  'voided',
  'revoked',
  'running',
  'running',
  'running',
  'running',
]

/** Later actions on some of them, by index. */
const afterwards: Readonly<Record<number, readonly StoryMove[]>> = {
  14: [commented('jiangyi', '客户确认三人到访，用餐时间改为中午', ['zhoujie'])],
  22: [countersigned(['buyer', 'it'], 'any', '请一位同事先确认来访人数')],
  23: [commented('head', '联合实验室的合作意向见上月会议纪要', ['gm'])],
}

/** Twenty-six entertainment requests over a year: within and above the standard, some with drinks, some in approval. */
export const entertainments = (anchor: Date): readonly DemoStory[] =>
  fates.map((ends, index): DemoStory => {
    const daysAgo = ends === 'running' ? 1 + ((25 - index) % 4) : Math.max(4, 330 - index * 15)
    return {
      ...entertainment(index, { index, at: before(anchor, daysAgo, 9 + (index % 8)), ends }),
      name: `dinner ${index}`,
      ...((index === 23 || index === 25) && { waitsAt: 'generalManager' }),
      ...(index % 4 === 1 && { files: { attachmentList: ['客户来访函.pdf'] } }),
      ...(afterwards[index] && { moves: afterwards[index] }),
    }
  })

interface Occasion {
  /** Seed of its pseudo-random figures. */
  readonly index: number
  readonly at: Date
  readonly ends: DemoStory['ends']
}

/** DemoStory of a meal or gifts for guests of a host. */
export function entertainment(host: number, { index, at, ends }: Occasion): DemoStory {
  const entertained = hosts[host % hosts.length]!
  return { type, ends, at, by: entertained[0], value: () => dinner(entertained, index, at),
    say: { generalManager: { comment: '同意，注意控制标准' }, adminDrinks: { comment: '酒水已发放' } } }
}

function dinner([by, department, bearing, position, company, reason]: Host, index: number, at: Date): FormValue {
  const drawn = chance(`dinner-${index}`)
  const guests = drawn.between(1, 4)
  const ours = drawn.between(1, Math.min(3, guests + 2))
  return {
    applicantDept: department,
    bearingDept: bearing,
    costCenter: costCenterId(bearing),
    currencyType: 'CNY',
    entertainDate: dayFrom(at, drawn.between(1, 6)),
    venue: drawn.pick(['松鹤楼', '得月楼', '新梅华', '公司餐厅包厢', '金鸡湖酒店']),
    reason,
    counterpartKind: company.includes('五金') ? '2' : '9',
    counterpartCompany: company,
    counterpartPeople: Array.from({ length: guests }, (_, place) => guest(drawn, place)),
    host: `u-${by}`,
    ourPeople: [`u-${by}`],
    ourCount: ours,
    theirCount: guests,
    ...(index % 5 === 4 ? gifts(drawn) : meal({ position, heads: guests + ours, index })),
    overStandardExplanation: '客户临时增加议题与人员，地点由客户指定',
    overBudgetExplanation: '客户集中来访，后续月份压缩',
  }
}

const guest = (drawn: Chance, place: number): FormValue => ({ rowId: `g${place}`,
  name: `${'李王张刘'[place]}${drawn.pick(['经理', '工', '总监', '主任'])}`, position: drawn.pick(['采购', '品质', '研发', '商务']) })

const gifts = (drawn: Chance): FormValue => ({ entertainmentType: '3', hostType: '5', drawDrinks: false,
  ...costing('4', '伴手礼', drawn.between(3, 12) * 100) })

/** Meal values: every third exceeds the standard per person, every sixth includes wine. */
function meal({ position, heads, index }: { position: string; heads: number; index: number }): FormValue {
  const each = (perPerson[position] ?? 100) * (index % 3 === 2 || index === 25 ? 1.2 : 0.85)
  const wine = { drawDrinks: true, drinks: [{ rowId: 'd1', drinkType: '2', drinkName: '干红', quantity: '2', unit: 'pack' }] }
  return { entertainmentType: '1', mealTime: index % 3 === 0 ? '1' : '2', hostType: position,
    ...costing('1', '用餐', Math.round(heads * each)), ...(index % 6 === 0 ? wine : { drawDrinks: false }) }
}

const costing = (amountType: string, detail: string, total: number): FormValue => ({
  amountDetails: [{ rowId: 'a1', amountType, detail, amount: total.toFixed(2) }],
  estimatedTotalAmount: total.toFixed(2),
})

/** Standard per person by type of host, RMB. */
const perPerson: Readonly<Record<string, number>> = { 1: 100, 2: 150, 3: 200, 4: 300 }

interface ApplicationClaim {
  /** Name of the claimed story, and the claimant. */
  readonly of: string
  readonly by: string
  readonly kind: '3' | '5' | '6'
  readonly ends: DemoStory['ends']
  /** Claimed share of it. @default the whole amount */
  readonly share?: number
}

interface DemoClaim extends ApplicationClaim {
  readonly daysAgo: number
}

const claims: readonly DemoClaim[] = [
  { of: 'dinner 8', by: 'jiangyi', kind: '3', daysAgo: 190, ends: 'completed' },
  { of: 'dinner 12', by: 'sales', kind: '3', daysAgo: 130, ends: 'completed' },
  { of: 'dinner 16', by: 'quality', kind: '3', daysAgo: 3, ends: 'running' },
  { of: 'service 5', by: 'quality', kind: '5', daysAgo: 60, ends: 'completed', share: 0.5 },
  { of: 'service 6', by: 'it', kind: '5', daysAgo: 2, ends: 'running' },
  { of: 'goods 7', by: 'linfang', kind: '6', daysAgo: 50, ends: 'completed' },
]

/** Claims of applications, in full or in part, some in approval. */
export const claimed = (anchor: Date): readonly DemoStory[] => claims.map((claim) => claimOf(claim, before(anchor, claim.daysAgo, 14)))

/** DemoStory of a claim of an application. */
export const claimOf = (claim: ApplicationClaim, at: Date): DemoStory => ({
  type: 'expenseReimbursement',
  by: claim.by,
  at,
  ends: claim.ends,
  waitsAt: 'accountantReview',
  say: { accountantReview: { comment: '票据齐全，同意' } },
  files: { attachmentList: ['发票汇总.xlsx'] },
  value: (earlier) => valueOf(claim, at, earlier),
})

const links = { 3: 'entertainmentLinks', 5: 'serviceFeeLinks', 6: 'procurementLinks' } as const
const categories = { 3: 'ENT', 5: 'SERVICE', 6: 'PROC' } as const
const details = { 3: '业务招待', 5: '服务费用', 6: '物品采购' } as const

function valueOf({ of, by, kind, share = 1 }: ApplicationClaim, at: Date, earlier: Before): FormValue {
  const application = earlier(of)
  const { applicantDept, bearingDept, costCenter } = application.value
  return {
    title: `${details[kind]}报销`,
    applicantDept,
    bearingDept,
    costCenter,
    reimburseKind: kind,
    currencyType: 'CNY',
    [links[kind]]: [application.id],
    items: [{
      rowId: 'r1',
      expenseDate: dayFrom(at, -3),
      expenseCategory: categoryId(categories[kind]),
      expenseDetail: details[kind],
      bearingDept,
      costCenter,
      linkNo: application.number,
      amount: partOf(application, share),
      invoiceType: '4',
      noInvoiceReason: '电子发票随后补传',
    }],
    ...payee(by),
    writeOffFlag: '0',
    overBudgetExplanation: '已申请的费用，集中报销',
    ...(share > 1 && { overStandardExplanation: '客户临时增加人数' }),
    overdueExplanation: '供应商开票较晚，收到后即报销',
  }
}

/** Share of an application's amount, rounded to cents. */
const partOf = ({ value }: FiledStory, share: number): string => new Decimal(String(value['totalAmountRmb'])).times(share).toFixed(2)

const payee = (by: string): FormValue => ({
  proceedsType: '3',
  payeeLines: [{
    proceedsName: splitName(people.find(({ userName }) => userName === by)?.name).cn,
    proceedsAccount: cardNumber(chance(`card-${by}-pay`).next),
    proceedsAccountType: '2',
    bankName: '招商银行',
  }],
})

/** Buyers with the departments whose budgets they use. */
const buyers = [['quality', 'sz-quality'], ['it', 'sz-it'], ['linfang', 'sz-hr'], ['head', 'sz-rd'], ['sales', 'sz-sales']] as const

type Buyer = (typeof buyers)[number]

const bearing = ([, department]: Buyer): FormValue => ({ applicantDept: department, bearingDept: department,
  costCenter: costCenterId(department), currencyType: 'CNY' })
const rowBearing = ([, department]: Buyer) => ({ bearingDept: department, costCenter: costCenterId(department) })

/** Columns: kind, name, detail, reason, price. */
const services = [
  ['2', '计量器具校准', '年度校准', '年度计量器具送检校准，按体系要求执行', '4200.00'],
  ['5', '邮件系统维护', '年度维护', '邮件系统年度维护与升级服务，保障稳定运行', '9600.00'],
  ['4', '校园招聘服务', '双选会展位', '秋季校园招聘双选会展位与宣传服务费用', '6800.00'],
  ['2', '环境试验委外', '高低温试验', '新品高低温与振动试验委外，赶项目节点', '8500.00'],
  ['3', '样品国际物流', '样品寄送', '海外客户样品寄送与清关代理服务费用', '2300.00'],
] as const

const serviceFates: readonly DemoStory['ends'][] = ['completed', 'completed', 'completed', 'completed', 'completed', 'completed',
  'completed', 'refused', 'running', 'running']

/** Ten requests for services; `supplier` is the id of the provider. */
export const serviceFees = (anchor: Date, supplier: string): readonly DemoStory[] =>
  serviceFates.map((ends, index): DemoStory => {
    const buyer = buyers[index % buyers.length]!
    const [kind, serviceName, expenseDetail, reason, unitPrice] = services[index % services.length]!
    const at = before(anchor, ends === 'running' ? 12 - index : 260 - index * 30, 10)
    return {
      type: 'serviceFeeApply',
      name: `service ${index}`,
      by: buyer[0],
      at,
      ends,
      ...(ends === 'running' && { waitsAt: 'accountantReview' }),
      files: { attachmentList: ['服务方案.docx', '报价单.pdf'] },
      value: () => ({
        ...bearing(buyer),
        serviceFeeType: kind,
        serviceName,
        reason,
        supplier,
        servicePeriod: [dayFrom(at, 10), dayFrom(at, 40)],
        items: [{ rowId: 's1', expenseDetail, quantity: '1', unit: 'item', unitPrice, ...rowBearing(buyer) }],
        overBudgetExplanation: '年度计划内项目，本季集中执行',
      }),
    }
  })
