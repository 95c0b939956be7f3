import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { budgets } from '#plugins/budgets/server/public-api.ts'
import { budgetUnits } from '../company/units.ts'
import { chance } from '../random.ts'
import { categoryId } from './categories.ts'

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
export const isUnplanned = (department: string, category: string): boolean => unplanned[department]?.includes(category) ?? false

/** Category codes of the plans. */
export const plannedCategories = Object.keys(monthly)

/** Saves the plans of the anchor's year and the previous one, slightly higher from July on. */
export async function saveBudgets(db: Db, anchor: string, writer: Writer): Promise<void> {
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
