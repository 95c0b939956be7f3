import type { FormValue } from '#kernel/values/value.ts'
import { costCenterId } from '../masters/cost-centers.ts'
import { chance, type Chance } from '../random.ts'
import { before, dayFrom } from '../stories/clock.ts'
import { commented, countersigned, type StoryMove } from '../stories/moves.ts'
import type { Story } from '../stories/story.ts'

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
const fates: readonly Story['ends'][] = [
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
export const entertainments = (anchor: Date): readonly Story[] =>
  fates.map((ends, index): Story => {
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
  readonly ends: Story['ends']
}

/** Story of a meal or gifts for guests of a host. */
export function entertainment(host: number, { index, at, ends }: Occasion): Story {
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
