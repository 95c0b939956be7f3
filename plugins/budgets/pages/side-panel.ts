import { quarterOf } from '../quarter.ts'
import type { Filters } from './filters.ts'
import type { FigureSelection } from './rows.ts'
import type { BudgetYear, BudgetLine } from './wire.ts'

/** State of the side panel next to the grid. */
export type SidePanel =
  | { readonly kind: 'ledger'; readonly selection: FigureSelection }
  | { readonly kind: 'history'; readonly line: BudgetLine & { readonly id: string } }
  | { readonly kind: 'variance'; readonly quarter: number; readonly departmentId?: string }

/** Side panel opened by URL parameters: variance reasons of a quarter, or ledger entries of a month or year. */
export function openedBy(filters: Filters, year: BudgetYear): SidePanel | undefined {
  const { open, quarter, department } = filters
  if (open === 'variance') return { kind: 'variance', quarter: Number(quarter) || lastQuarter(year), departmentId: department }
  return open === 'ledger' ? { kind: 'ledger', selection: { ...namedLine(filters, year), ...spanOf(filters, year) } } : undefined
}

function spanOf({ month }: Filters,
  { totals, setting: { startMonth, endMonth } }: BudgetYear): Pick<FigureSelection, 'from' | 'to' | 'figures'> {
  const at = Number(month)
  const figures = totals.months[at - 1]
  return figures ? { from: at, to: at, figures } : { from: startMonth, to: endMonth, figures: { ...totals, budget: totals.annualBudget } }
}

function namedLine({ department, category }: Filters,
  { records }: BudgetYear): Pick<FigureSelection, 'departmentId' | 'departmentName' | 'expenseCategoryId' | 'expenseCategoryName'> {
  const line = records.find(({ departmentId, expenseCategoryId }) =>
    (!department || departmentId === department) && (!category || expenseCategoryId === category)
  )
  return {
    ...(department && { departmentId: department, departmentName: line?.departmentName }),
    ...(category && { expenseCategoryId: category, expenseCategoryName: line?.expenseCategoryName }),
  }
}

/** The last finished quarter, 1–4, whose reasons are due next. */
export function lastQuarter({ today, setting }: BudgetYear): number {
  const year = Number(today.slice(0, 4))
  if (setting.year !== year) return 4
  return Math.max(1, quarterOf(Number(today.slice(5, 7))) - 1)
}
