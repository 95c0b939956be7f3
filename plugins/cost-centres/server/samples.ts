import { sumMoney } from '#kernel/values/money.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { currencies, rates } from '#plugins/currencies/server/public-api.ts'
import { saveInvoiceTitles } from '#plugins/vouchers/server/public-api.ts'
import { costCenters } from '#plugins/cost-centres/server/public-api.ts'
import { categories } from '#plugins/expense-types/server/public-api.ts'
import { chance } from '../random.ts'
import { personId } from '../company/save-company.ts'
import { budgetUnits, units } from '../company/organisation.ts'

/** code, symbol, names, base rate to RMB (invented) */
const base = [
  ['CNY', '￥', '人民币', 'RMB', '1'],
  ['USD', '$', '美元', 'US dollar', '7.10'],
  ['EUR', '€', '欧元', 'Euro', '8.25'],
  ['HKD', 'HK$', '港币', 'Hong Kong dollar', '0.91'],
  ['JPY', '¥', '日元', 'Yen', '0.0465'],
  ['GBP', '£', '英镑', 'Pound', '9.40'],
  ['KRW', '₩', '韩元', 'Won', '0.0050'],
  ['TWD', 'NT$', '新台币', 'New Taiwan dollar', '0.229'],
  ['SGD', 'S$', '新加坡元', 'Singapore dollar', '5.52'],
  ['THB', '฿', '泰铢', 'Baht', '0.219'],
  ['VND', '₫', '越南盾', 'Dong', '0.00027'],
  ['INR', '₹', '印度卢比', 'Rupee', '0.081'],
] as const

/** Currencies without a smaller unit. */
export const wholeUnits: readonly string[] = ['JPY', 'KRW', 'VND']

/** Number of months with rates, up to the anchor's. */
const months = 14

/** Saves currencies with monthly rates. The anchor month's rate of KRW is missing, to demonstrate the warning. */
export async function saveCurrencies(db: Db, anchor: string, writer: Writer): Promise<void> {
  const current = anchor.slice(0, 7)
  for (const [code, symbol, nameCn, nameEn, rate] of base) {
    await currencies(db).save({ code, symbol, nameCn, nameEn, decimals: wholeUnits.includes(code) ? 0 : 2, ...writer })
    if (code === 'CNY') continue
    const drawn = chance(`rate-${code}`)
    for (const month of monthsBack(anchor, months)) {
      const change = 1 + (drawn.next() - 0.5) * 0.03
      if (code === 'KRW' && month === current) continue
      await rates(db).save({ month, currency: code, rate: sumMoney([rate]).times(change.toFixed(6)).toFixed(6), locked: month < current,
        ...writer })
    }
  }
}

/** The last months up to that of a date, oldest first, yyyy-MM. */
export function monthsBack(day: string, count: number): string[] {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return Array.from({ length: count }, (_, index) => {
    const total = year * 12 + (month - 1) - (count - 1 - index)
    return `${Math.floor(total / 12)}-${String((total % 12) + 1).padStart(2, '0')}`
  })
}

/** Date of a month (yyyy-MM) by day number, capped at its last day. */
export function dayOfMonth(month: string, day: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return `${month}-${String(Math.min(day, last)).padStart(2, '0')}`
}

/** Invented billing details of the demo company’s domestic enterprises. */
const known = [
  { company: 'SZ', title: '苏州宏岳电子有限公司', taxNo: '91320594MA1X8Q7T2K', address: '苏州工业园区示范路 1 号', phone: '0512-60001000',
    bankName: '招商银行苏州工业园区支行', bankAccount: '512900000010001' },
  { company: 'DG', title: '东莞宏岳精密有限公司', taxNo: '91441900MA4W7H3P6R', address: '东莞市松山湖示范大道 8 号', phone: '0769-20001000',
    bankName: '中国工商银行东莞松山湖支行', bankAccount: '201000000020002' },
]

/** Saves the billing details that invoices are checked against. */
export const saveKnownInvoiceTitles = (db: Db, writer: Writer): Promise<void> => saveInvoiceTitles(db, known, writer)

/** Buyer on invoices for an enterprise; the foreign one has no billing details. */
export function buyerNamed(company: string): { readonly name: string; readonly taxNo?: string } {
  const found = known.find((each) => each.company === company)
  return found ? { name: found.title, taxNo: found.taxNo } : { name: '宏岳越南有限公司' }
}

/** Id of the cost centre of a department that owns a budget. */
export const costCenterId = (unit: string): string => `cc-${unit}`

/** Additional cost centres: code suffix, unit, names. */
const further = [
  ['LAB', 'sz-rd', '可靠性实验室', 'Reliability laboratory'],
  ['TEST', 'sz-rd', '研发测试', 'R&D testing'],
  ['INCOMING', 'sz-quality', '来料检验', 'Incoming inspection'],
  ['FAIR', 'sz-sales', '展会', 'Exhibitions'],
  ['TOOL', 'dg-engineering', '模具车间', 'Tooling shop'],
  ['DOCK', 'dg-logistics', '收发货', 'Shipping dock'],
  ['OLD1', 'dg-production', '老生产线', 'Former line'],
  ['OLD2', 'sz-it', '旧机房', 'Former server room'],
] as const

/** Teams without a budget, which use their department's cost centre. */
const teams = [['sz-hardware', 'sz-rd'], ['sz-software', 'sz-rd'], ['sz-structure', 'sz-rd'], ['sz-domestic', 'sz-sales'], ['sz-export',
  'sz-sales']] as const

const since = '2020-01-01'

/**
 * Saves cost centres with responsible people and mappings; one has no responsible person, two are disabled, one mapping starts next year.
 */
export async function saveCostCenters(db: Db, day: string, writer: Writer): Promise<void> {
  for (const [index, id] of budgetUnits.entries()) await saveMain(db, { id, index, writer })
  for (const [index, center] of further.entries()) await saveFurther(db, { center, index, writer })
  for (const [team, department] of teams)
    await costCenters(db).map({ department: team, costCenter: costCenterId(department), isDefault: true, validFrom: since, ...writer })
  await costCenters(db).map({ department: 'dg-smt', costCenter: `${costCenterId('dg-engineering')}-tool`,
    validFrom: `${Number(day.slice(0, 4)) + 1}-01-01`, ...writer })
}

async function saveMain(db: Db, { id, index, writer }: { id: string; index: number; writer: Writer }) {
  const { cn, en } = splitName(units.find((each) => each.id === id)?.name)
  await costCenters(db).save({ id: costCenterId(id), code: `CC10${String(index + 10)}`, nameCn: cn, nameEn: en, manager: headOf(id),
    groupIds: [id], factory: plantOf(id), ...writer })
  await costCenters(db).map({ department: id, costCenter: costCenterId(id), isDefault: true, validFrom: since, ...writer })
}

async function saveFurther(db: Db,
  { center: [suffix, unit, nameCn, nameEn], index, writer }: { center: (typeof further)[number]; index: number; writer: Writer }) {
  const id = `${costCenterId(unit)}-${suffix.toLowerCase()}`
  const manager = suffix === 'FAIR' ? null : headOf(unit)
  await costCenters(db).save({ id, code: `CC20${String(index + 10)}`, nameCn, nameEn, manager, groupIds: [unit], factory: plantOf(unit),
    enable: !suffix.startsWith('OLD'), ...writer })
  if (!suffix.startsWith('OLD')) await costCenters(db).map({ department: unit, costCenter: id, validFrom: since, ...writer })
}

function headOf(unit: string): string | null {
  const head = units.find(({ id }) => id === unit)?.head
  return head ? personId(head) : null
}

const plants: Readonly<Record<string, string>> = { sz: '1000', dg: '2000', vn: '3000' }
const plantOf = (unit: string) => plants[unit.slice(0, 2)] ?? '1000'

interface FirstLevel {
  readonly code: string
  readonly cn: string
  readonly en: string
  /** Business type of the application that an expense of it must link, by the short name of its plugin's form. */
  readonly requiresLink?: string
  readonly reimburseKind?: string
  readonly projectRequired?: true
  readonly deductible?: true
  readonly disabled?: true
  /** "中文/English" of the second level. */
  readonly below: readonly string[]
}

const links = { taxi: 'taxiApply', car: 'dispatchCar', entertainment: 'entertainmentApply', service: 'serviceFeeApply',
  procurement: 'costBasedProcurement' } as const

/** The categories of the demo company: 18, with 24 below them. */
const firstLevel: readonly FirstLevel[] = [
  { code: 'OFFICE', cn: '办公费', en: 'Office', deductible: true, below: ['文具纸张/Stationery', '打印耗材/Printing supplies'] },
  { code: 'COMM', cn: '通讯费', en: 'Communication', deductible: true, below: ['手机话费/Mobile', '网络专线/Network line'] },
  { code: 'TAXI', cn: '市内交通费', en: 'Taxi and local transport', requiresLink: links.taxi, below: ['加班打车/Overtime taxi'] },
  { code: 'CAR', cn: '车辆费', en: 'Vehicle', requiresLink: links.car, reimburseKind: '4',
    below: ['燃油费/Fuel', '过路停车/Tolls and parking'] },
  { code: 'TRAVEL', cn: '差旅费', en: 'Travel', deductible: true, below: ['交通/Transport', '住宿/Hotel'] },
  { code: 'ENT', cn: '业务招待费', en: 'Business entertainment', requiresLink: links.entertainment, below: ['餐饮/Dining', '礼品/Gifts'] },
  { code: 'SERVICE', cn: '服务费', en: 'Service fee', requiresLink: links.service, reimburseKind: '5', deductible: true,
    below: ['检测认证/Testing and certification'] },
  { code: 'PROC', cn: '费用采购', en: 'Purchased services', requiresLink: links.procurement, reimburseKind: '6', deductible: true,
    below: ['低值易耗/Low-value consumables'] },
  { code: 'CONF', cn: '会议费', en: 'Conference', deductible: true, below: ['场地费/Venue'] },
  { code: 'TRAIN', cn: '培训费', en: 'Training', deductible: true, below: ['外部课程/External course', '教材/Materials'] },
  { code: 'WELFARE', cn: '福利费', en: 'Welfare', below: ['团队活动/Team event'] },
  { code: 'POST', cn: '快递费', en: 'Courier', deductible: true, below: ['国内快递/Domestic', '国际快递/International'] },
  { code: 'REPAIR', cn: '修理费', en: 'Repair', deductible: true, below: ['设备维修/Equipment repair'] },
  { code: 'QUALITY', cn: '质量损失', en: 'Quality loss', below: ['挑选返工/Sorting and rework'] },
  { code: 'RD', cn: '研发材料', en: 'R&D material', projectRequired: true, deductible: true, below: ['样机物料/Prototype parts'] },
  { code: 'AD', cn: '广告宣传费', en: 'Advertising', deductible: true, below: ['展会物料/Exhibition material'] },
  { code: 'RENT', cn: '租赁费', en: 'Rent', deductible: true, disabled: true, below: [] },
  { code: 'OTHER', cn: '其他', en: 'Other', below: ['其他杂费/Sundries'] },
]

/** The id of a category by its code, on both levels. */
export const categoryId = (code: string): string => `c-${code.toLowerCase()}`

/** Writes both levels; one of the first and one of the second level are disabled. */
export async function saveCategories(db: Db, writer: Writer): Promise<void> {
  for (const [index, category] of firstLevel.entries()) await saveCategory(db, { category, index, writer })
}

async function saveCategory(db: Db, { category, index, writer }: { category: FirstLevel; index: number; writer: Writer }): Promise<void> {
  const rows = categories(db)
  const { code, cn, en, below } = category
  const shared = { ...inherited(category), overdueDays: 60, ...writer }
  await rows.save({ ...shared, id: categoryId(code), code, nameCn: cn, nameEn: en, sort: index * 100,
    sapSubject: `6602${String(index + 1).padStart(4, '0')}`, enabled: category.disabled !== true })
  for (const [position, name] of below.entries()) {
    const [nameCn = '', nameEn = ''] = name.split('/')
    const childCode = `${code}${String(position + 1).padStart(2, '0')}`
    await rows.save({ ...shared, id: categoryId(childCode), code: childCode, nameCn, nameEn, parent: categoryId(code),
      sort: index * 100 + (position + 1) * 10, enabled: childCode !== 'OTHER01' })
  }
}

/** The attributes that the second level has from its first. */
function inherited({ requiresLink, reimburseKind, projectRequired, deductible }: FirstLevel) {
  return { requiresLink: requiresLink ?? null, reimburseKind: reimburseKind ?? null, projectRequired: projectRequired === true,
    deductible: deductible === true }
}
