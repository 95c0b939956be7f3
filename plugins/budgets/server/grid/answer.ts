import { Decimal } from 'decimal.js'
import { composeName } from '#kernel/wording/names.ts'
import { moneyText } from '#kernel/values/money.ts'
import { type Band, bandOf } from '#plugins/budgets/band.ts'
import { annualOf, availableOf, type MonthFigures, type Span, varianceOf } from '#plugins/budgets/figures.ts'
import type { GridRow, GridSum } from './grid.ts'

/** A line in the wire format: amounts with two decimals, January to December. */
export function lineAnswer(row: GridRow) {
  const ofYear = figures(row.year_budget, row.year_used, row.year_occupied)
  const till = figures(row.till_budget, row.till_used, row.till_occupied)
  return {
    id: row.id,
    version: row.version,
    departmentId: row.department,
    departmentName: row.department_name,
    expenseCategoryId: row.category,
    expenseCategoryName: categoryName(row.category_cn, row.category_en),
    expenseCategoryCode: row.category_code,
    remark: row.remark,
    source: row.source?.toUpperCase() ?? null,
    /** Planned months as entered; `budget` includes transfers and adjustments. */
    plan: row.id === null ? null : row.plan.map((month) => moneyText(new Decimal(month))),
    months: row.budget.map((budget, index) => shown(figures(budget, row.used[index], row.occupied[index]), row.planned)),
    ...shownYear(ofYear, row.planned),
    cumulativeBudget: moneyText(till.budget),
    cumulativeActual: moneyText(till.used),
    cumulativeVariance: moneyText(varianceOf(till)),
  }
}

/** Composes a bilingual category name; slashes within are replaced, since a slash separates the languages. */
export const categoryName = (cn: string, en: string): string => composeName({ cn: cn.replaceAll('/', '／'), en: en.replaceAll('/', '／') })

/** Sums of each department and of everything; floors are applied after summing. */
export function sumsAnswer(sums: readonly GridSum[], span: Span) {
  const byDepartment = new Map<string | null, GridSum[]>()
  for (const sum of sums) byDepartment.set(sum.department, [...(byDepartment.get(sum.department) ?? []), sum])
  const total = byDepartment.get(null) ?? []
  return {
    groups: [...byDepartment].flatMap((
      [department, months],
    ) => (department === null ? [] : [{ departmentId: department, ...sumAnswer(months, span) }])),
    totals: sumAnswer(total, span),
  }
}

function sumAnswer(sums: readonly GridSum[], span: Span) {
  const months = sums.map(({ budget, used, occupied }) => figures(budget, used, occupied))
  const planned = sums.some((sum) => sum.planned)
  return { months: months.map((month) => shown(month, planned)), ...shownYear(annualOf(months, span), planned) }
}

const figures = (budget: string, used = '0', occupied = '0'): MonthFigures => ({ budget: new Decimal(budget), used: new Decimal(used),
  occupied: new Decimal(occupied) })

function shown(month: MonthFigures, planned: boolean) {
  return {
    budget: moneyText(month.budget),
    used: moneyText(month.used),
    occupied: moneyText(month.occupied),
    available: moneyText(availableOf(month)),
    band: bandIn(month, planned),
  }
}

function shownYear(year: MonthFigures, planned: boolean) {
  const { budget, ...rest } = shown(year, planned)
  return { annualBudget: budget, ...rest }
}

/** Band of a line; without a plan and without moved amounts it has no budget. */
const bandIn = ({ budget, used, occupied }: MonthFigures, planned: boolean): Band =>
  bandOf(planned || !budget.isZero() ? budget : undefined, used.plus(occupied))
