import { Decimal } from 'decimal.js'
import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { budgetUnits, categoryId, chance, demoSamples, personId, units } from '#plugins/demo/server/public-api.ts'
import { ledger as budgetLedger } from './ledger/ledger.ts'
import { move as moveBudget } from './plans/adjust.ts'
import { changes as budgetChanges } from './plans/changes.ts'
import { budgets } from './plans/plans.ts'
import { explain as explainVariance, quarterLines } from './variance/variance.ts'

/** Monthly budget of an average department by category, RMB. */
const monthly: Readonly<Record<string, number>> = {
  TRAVEL: 30_000,
  TAXI: 3_000,
  ENT: 8_000,
  SERVICE: 20_000,
  PROC: 12_000,
  OFFICE: 4_000,
  POST: 2_500,
  TRAIN: 9_000,
  QUALITY: 10_000,
  OTHER: 3_500,
}

/** Department size relative to an average one; small departments exceed their budgets, for demonstration. */
const sizes: Readonly<Record<string, number>> = { 'sz-rd': 5, 'sz-sales': 1.6, 'dg-production': 1.5, 'sz-quality': 0.8,
  'vn-production': 0.5, 'sz-it': 0.5, 'sz-office': 1.2 }

/** Lines without a plan, whose band is `none`. */
const unplanned: Readonly<Record<string, readonly string[]>> = {
  'vn-production': ['SERVICE', 'PROC', 'ENT'],
  'dg-smt': ['ENT', 'SERVICE', 'TRAVEL'],
  'dg-logistics': ['ENT', 'PROC'],
  'dg-pmc': ['ENT', 'SERVICE'],
  'sz-finance': ['ENT'],
}

/** Returns whether a department (id) has no plan for a category (code). */
const isUnplanned = (department: string, category: string): boolean => unplanned[department]?.includes(category) ?? false

/** Category codes of the plans. */
const plannedCategories = Object.keys(monthly)

/** Saves the plans of the anchor's year and the previous one, slightly higher from July on. */
async function saveBudgets(db: Db, anchor: string, writer: Writer): Promise<void> {
  const thisYear = Number(anchor.slice(0, 4))
  for (const year of [thisYear - 1, thisYear]) {
    await budgets(db).setYear({ year })
    for (const department of budgetUnits) {
      for (const [code, amount] of Object.entries(monthly)) {
        const drawn = chance(`budget-${year}-${department}-${code}`)
        if (isUnplanned(department, code)) {
          await budgets(db).save({ year, department, category: categoryId(code), months: Array.from({ length: 12 }, () => '0'), ...writer })
          continue
        }
        const months = Array.from({ length: 12 }, (_, month) =>
          String(Math.round((amount * (sizes[department] ?? 1) * (month >= 6 ? 1.15 : 1) * (0.9 + drawn.next() * 0.2)) / 100) * 100))
        await budgets(db).save({ year, department, category: categoryId(code), months, ...writer })
      }
    }
  }
}

/** Saves opening spending of budgets, so that their usage looks realistic. */
async function saveBudgetUse(db: Db, anchor: Date): Promise<void> {
  const today = todayOf(anchor)
  const [thisYear = 0, thisMonth = 0] = today.split('-').map(Number)
  const by = personId('finance')
  for (const year of [thisYear - 1, thisYear]) {
    const lines = await budgets(db).ofYear(year)
    await budgetChanges(db).write(lines.map(({ id, months }) => ({ year, action: 'import', budget: id, after: { months, remark: null } })),
      { operator: by, at: new Date(`${year}-01-05T02:00:00Z`) })
    const last = year === thisYear ? thisMonth : 12
    const spent = lines.flatMap(({ department, category, months }) =>
      months.slice(0, last).map((budget, index) => ({
        department,
        category,
        year,
        month: index + 1,
        amount: new Decimal(budget).times(
          shareOf({ department, category, year, month: index + 1, isRunning: year === thisYear && index + 1 === thisMonth }),
        ).toDecimalPlaces(2),
      }))
    )
    await budgetLedger(db).carryIn(spent, { operator: by, at: anchor })
  }
  await explainSome(db, thisYear - 1, anchor)
  if (thisMonth > 1) await moveSome(db, thisYear, thisMonth, anchor)
}

/** Usage profile of a line over a year: within budget, near it, or over it. */
type LineUse = 'calm' | 'near' | 'over'

/** Categories used by demo documents, whose budgets need a reserve. */
const filed = new Set(['OFFICE', 'POST', 'TRAIN', 'QUALITY', 'OTHER'].map(categoryId))
const tight = plannedCategories.map(categoryId).filter((id) => !filed.has(id))

const lineUses: ReadonlyMap<string, LineUse> = new Map(
  budgetUnits.flatMap((department) => tight.map((category) => ({ department, category })))
    .filter(({ department, category }) =>
      department !== 'sz-rd' && !plannedCategories.some((code) => categoryId(code) === category && isUnplanned(department, code))
    )
    .map(({ department, category },
      index) => [`${department} ${category}`, (['near', 'over', 'near', 'calm', 'over', 'near'] as const)[index % 6] ?? 'calm']
    ),
)

const shares: Readonly<Record<LineUse, { readonly month: readonly [number, number]; readonly running: number }>> = {
  calm: { month: [0.45, 0.8], running: 0.4 },
  near: { month: [0.92, 1.16], running: 0.86 },
  over: { month: [1.2, 1.48], running: 1.04 },
}

/** Share of a month's budget that is spent. */
function shareOf(
  { department, category, year, month, isRunning }: { department: string; category: string; year: number; month: number;
    isRunning: boolean },
): string {
  const drawn = chance(`use-${department}-${category}-${year}-${month}`).next()
  const { month: [from, to], running } = shares[lineUses.get(`${department} ${category}`) ?? 'calm']
  // tight lines exceed their budget in the second half of the year, which the yearly figures cover
  const scale = month > 6 ? 1 : 0.85
  return (isRunning ? running * (0.9 + drawn * 0.1) : (from + (to - from) * drawn) * scale).toFixed(4)
}

const reasons = ['展会与客户拜访提前到本季度', '原材料检测送样增加', '新产线爬坡，差旅增加', '年度合同一次性付款', '临时增加的招待与打车']

/** Saves variance reasons for about half of last year's overspent lines. */
async function explainSome(db: Db, year: number, anchor: Date): Promise<void> {
  for (const quarter of [1, 2, 3, 4]) {
    const needed = (await quarterLines(db, { year, scope: 'all' }, quarter)).filter((line) => line.needed)
    for (const [index, { departmentId, expenseCategoryId }] of needed.entries()) {
      if (index % 2 === 1) continue
      const head = units.find(({ id }) => id === departmentId)?.head ?? 'finance'
      await explainVariance(db, { year, quarter, department: departmentId, category: expenseCategoryId,
        reason: reasons[index % reasons.length] ?? '', by: personId(head), at: new Date(anchor.getTime() - 300 * 86_400_000),
        late: index % 5 === 4 })
    }
  }
}

/** Posts a late adjustment. */
async function moveSome(db: Db, year: number, month: number, at: Date): Promise<void> {
  const line = { department: 'sz-rd', year, month }
  await moveBudget(db, { from: { ...line, category: categoryId('TRAVEL') }, to: { ...line, category: categoryId('SERVICE') },
    amount: new Decimal(5000), reason: '测试认证项目追加' }, { operator: personId('huangli'), at })
}

/** The samples of the demo company. */
export const samples = demoSamples.of({
  key: 'budgets',
  sort: 40,
  records: (db, { day, at }) => saveBudgets(db, day, { by: personId('finance'), at }),
}, {
  key: 'budgets.use',
  sort: 620,
  afterwards: ({ db, anchor }) => saveBudgetUse(db, anchor),
})
