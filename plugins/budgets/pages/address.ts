import { quarterOf } from '../budget-year.ts'
import type { FigureSelection } from './rows.ts'
import type { BudgetLine, BudgetYear } from './wire.ts'

/** Filters of the lines as URL parameters. */
export type Filters = Readonly<Record<string, string>>

const listed = { department: 'departmentIds', category: 'expenseCategoryIds', band: 'band' } as const

export const filterNames: readonly string[] = ['keyword', ...Object.keys(listed)]

/** Filters in the form of the API calls. */
export function bodyOf(filters: Filters): Readonly<Record<string, unknown>> {
  const { year, keyword } = filters
  const lists = Object.entries(listed).flatMap(([name, key]) => (filters[name] ? [[key, filters[name].split(',')] as const] : []))
  return { ...(year && /^20\d\d$/.test(year) && { year: Number(year) }), ...(keyword && { keyword }), ...Object.fromEntries(lists) }
}

/** URL parameters kept on reset: the year and the side panel. */
export const keptByReset = ['year', 'open', 'quarter', 'month'] as const

/** Filters as query parameters, lists joined by commas. */
export const addressOf = (filters: Filters): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(bodyOf(filters)).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]))

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
