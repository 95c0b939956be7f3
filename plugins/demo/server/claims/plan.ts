import { type Chance, chance } from '../random.ts'
import { type DemoPerson, people } from '../company/people.ts'
import { budgetUnitOf } from '../company/units.ts'

/** Where a claim of the demo company is to end. */
export type Fate = 'running' | 'refused' | 'completed' | 'voided' | 'revoked'

/** What one claim will be: who files what when, and what becomes of it. */
export interface ClaimPlan {
  readonly index: number
  readonly applicant: DemoPerson
  readonly department: string
  /** Budget-bearing department that pays. */
  readonly bearing: string
  readonly filedAt: Date
  readonly fate: Fate
  /** How many approvals it gets before it is refused, revoked or voided. */
  readonly passes: number
  /** Node at which a running claim waits. */
  readonly waitsAt: string | undefined
  readonly currency: string
  readonly items: readonly ClaimItem[]
  /** The accountant cuts this share of the first item, where above 0. */
  readonly cut: number
}

export interface ClaimItem {
  readonly category: string
  readonly detail: string
  /** In the currency of the claim. */
  readonly amount: string
  /** Days before the filing. */
  readonly daysBefore: number
  /** 2 paper, 4 none, 1 electronic (with a file) */
  readonly invoiceType: '1' | '2' | '4'
  readonly invoiceNo: string
}

const fates: readonly Fate[] = [
  ...Array<Fate>(38).fill('completed'), ...Array<Fate>(12).fill('running'), ...Array<Fate>(4).fill('refused'), ...Array<Fate>(2).fill('voided'), ...Array<Fate>(4).fill('revoked'),
]

const details: Readonly<Record<string, readonly string[]>> = {
  OFFICE: ['打印纸与文具', '会议室白板笔', '标签打印耗材', '办公椅配件'],
  POST: ['样机寄送客户', '合同文件快递', '备件国际快递', '展品托运'],
  TRAIN: ['EMC 设计课程', '质量体系内审员培训', '英语口语课程', '安全员继续教育'],
  QUALITY: ['来料挑选费', '客户端返工', '可靠性复测', '第三方检测'],
  OTHER: ['绿植与清洁', '团队应急药品', '现场拍摄道具', '钥匙与门禁卡'],
}

const firstRunning = fates.indexOf('running')

/** Where the running claims wait, so that every desk has something to do; the largest need the general manager. */
const waits = [
  'accountantReview', 'bearingDeptHead', 'accountantReview', 'financeManager', 'bearingDeptHead', 'viceGm', 'accountantReview', 'cashier', 'deptHead', 'generalManager',
  'accountantReview', 'financeManager',
] as const
/** Waiting claims that the demo account of an employee has filed, so that the demo accounts above meet them. */
const forEmployee = new Set<string>(['bearingDeptHead', 'viceGm', 'generalManager'])
const least: Readonly<Record<string, number>> = { viceGm: 7_800, generalManager: 56_000 }

const foreign = ['USD', 'EUR', 'HKD', 'JPY', 'VND']
/** Their claims would meet themselves as approvers on the way. */
const leaders = ['admin', 'gm', 'vp', 'liangguodong', 'tranminhduc', 'qianhong', 'hefeng']
const dayLength = 86_400_000

/** The sixty claims of the twelve months up to the anchor; the ones still running are the latest. */
export function claimPlans(anchor: Date): ClaimPlan[] {
  const filers = people.filter(({ state, units, userName }) =>
    state === undefined && units.length === 1 && budgetUnitOf(units[0]!) !== undefined && !leaders.includes(userName))
  return fates.map((fate, index) => planOf(index, fate, { anchor, filers }))
}

function planOf(index: number, fate: Fate, { anchor, filers }: { anchor: Date; filers: readonly DemoPerson[] }): ClaimPlan {
  const drawn = chance(`claim-${index}`)
  const waitsAt = fate === 'running' ? waits[(index - firstRunning) % waits.length] : undefined
  const applicant = isEmployees(index, waitsAt) ? people.find(({ userName }) => userName === 'employee')! : drawn.pick(filers)
  const department = applicant.units[0]!
  const daysAgo = fate === 'running' ? drawn.between(2, 12) : drawn.between(14, 350)
  const currency = foreign[index - 5] ?? 'CNY'
  return {
    index, applicant, department, bearing: budgetUnitOf(department)!, fate, currency,
    filedAt: workingHour(new Date(anchor.getTime() - daysAgo * dayLength), drawn),
    passes: drawn.between(0, 2),
    waitsAt,
    items: Array.from({ length: drawn.between(1, 4) }, (_, row) => itemOf(index * 10 + row, { currency, drawn, least: row === 0 ? least[waitsAt ?? ''] : undefined })),
    cut: fate === 'completed' && index % 7 === 3 ? 0.2 : 0,
  }
}

/** Whether the account that shows filing is the one who files. */
const isEmployees = (index: number, waitsAt = '') => index % 12 < 2 || forEmployee.has(waitsAt)

/** What one unit of RMB is about in each currency, so that amounts look like amounts. */
const perRmb: Readonly<Record<string, number>> = { CNY: 1, USD: 0.14, EUR: 0.12, HKD: 1.1, JPY: 21, VND: 3700 }

function itemOf(serial: number, { currency, drawn, least: atLeast }: { currency: string; drawn: Chance; least: number | undefined }): ClaimItem {
  const category = drawn.pick(Object.keys(details))
  const rmb = atLeast ?? (drawn.next() < 0.12 ? drawn.between(6_000, 18_000) : drawn.between(60, 2_800))
  const amount = (rmb + drawn.between(0, 99) / 100) * (perRmb[currency] ?? 1)
  return {
    category, detail: drawn.pick(details[category]!), amount: amount.toFixed(2), daysBefore: drawn.between(1, 25),
    invoiceType: drawn.pick(['1', '2', '2', '4'] as const), invoiceNo: String(31_000_000 + serial),
  }
}

function workingHour(day: Date, drawn: Chance): Date {
  const weekday = day.getUTCDay()
  const shift = weekday === 6 ? -1 : weekday === 0 ? -2 : 0
  const date = new Date(day.getTime() + shift * dayLength).toISOString().slice(0, 10)
  return new Date(`${date}T${String(drawn.between(9, 16)).padStart(2, '0')}:${String(drawn.between(0, 59)).padStart(2, '0')}:00+08:00`)
}
