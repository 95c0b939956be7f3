import type { BudgetYear, Figures, DepartmentGroup, BudgetLine } from './wire.ts'

/** A row of the grid. */
export type BudgetGridRow =
  | { readonly kind: 'group'; readonly key: string; readonly name: string; readonly group: DepartmentGroup; readonly lines: number;
    readonly isOpen: boolean }
  | { readonly kind: 'line'; readonly key: string; readonly line: BudgetLine }
  /** Space for the strip below the line being edited. */
  | { readonly kind: 'strip'; readonly key: string; readonly line: BudgetLine }
  /** A department without a bearing budget. */
  | { readonly kind: 'bare'; readonly key: string; readonly name: string }

/** Key of a line within a year: `department/category`. */
export const lineKey = ({ departmentId, expenseCategoryId }: Pick<BudgetLine, 'departmentId' | 'expenseCategoryId'>): string =>
  `${departmentId}/${expenseCategoryId}`

interface Shape {
  /** Ids of collapsed departments. */
  readonly closed: ReadonlySet<string>
  /** Key of the line being edited. */
  readonly edited: string | undefined
}

/** Rows of the grid: departments with their lines, then departments without a budget. */
export function rowsOf({ records, groups, withoutBudget }: BudgetYear, { closed, edited }: Shape): BudgetGridRow[] {
  const sums = new Map(groups.map((group) => [group.departmentId, group]))
  const counts = new Map<string, number>()
  for (const { departmentId } of records) counts.set(departmentId, (counts.get(departmentId) ?? 0) + 1)
  let department: string | undefined
  const rows = records.flatMap((line): BudgetGridRow[] => {
    const key = lineKey(line)
    const isOpen = !closed.has(line.departmentId)
    const group = line.departmentId === department ? undefined : sums.get(line.departmentId)
    department = line.departmentId
    return [
      ...(group
        ? [
          { kind: 'group', key: line.departmentId, name: line.departmentName, group, lines: counts.get(line.departmentId) ?? 0,
            isOpen } as const,
        ]
        : []),
      ...(isOpen ? [{ kind: 'line', key, line } as const] : []),
      ...(isOpen && key === edited ? [{ kind: 'strip', key: `${key}/strip`, line } as const] : []),
    ]
  })
  return [...rows,
    ...withoutBudget.map(({ departmentId, departmentName }) => ({ kind: 'bare', key: departmentId, name: departmentName }) as const)]
}

/** Selected figure: a line, a department or everything, with its range of months (1–12). */
export interface FigureSelection {
  readonly departmentId?: string
  readonly departmentName?: string
  readonly expenseCategoryId?: string
  readonly expenseCategoryName?: string
  readonly from: number
  readonly to: number
  readonly figures: Figures
  /** Id of the line, if it has a plan. */
  readonly id?: string
}

/** Grid position of a selection: row key, and a month or `year` as column. */
export const cellOf = (
  { departmentId = '', expenseCategoryId, from, to }: FigureSelection,
): { readonly row: string; readonly column: string } => ({
  row: expenseCategoryId === undefined ? departmentId : lineKey({ departmentId, expenseCategoryId }),
  column: from === to ? String(from) : 'year',
})

/** The selection of a row's cell. */
export function selectionOf(row: Extract<BudgetGridRow, { kind: 'group' | 'line' }>, column: number | 'year',
  span: { startMonth: number; endMonth: number }): FigureSelection {
  const source = row.kind === 'line' ? row.line : row.group
  const of = row.kind === 'line'
    ? { departmentId: row.line.departmentId, departmentName: row.line.departmentName, expenseCategoryId: row.line.expenseCategoryId,
      expenseCategoryName: row.line.expenseCategoryName, id: row.line.id ?? undefined }
    : { departmentId: row.group.departmentId, departmentName: row.name }
  if (column === 'year') return { ...of, from: span.startMonth, to: span.endMonth, figures: { ...source, budget: source.annualBudget } }
  return { ...of, from: column, to: column, figures: source.months[column - 1] ?? { ...source, budget: source.annualBudget } }
}

/** The selection with its current figures after a reload. */
export function freshSelection(selection: FigureSelection, year: BudgetYear): FigureSelection {
  const { from, to } = selection
  const source = sourceOf(selection, year)
  const figures = from === to ? source?.months[from - 1] : source && { ...source, budget: source.annualBudget }
  return figures ? { ...selection, figures } : selection
}

function sourceOf({ departmentId, expenseCategoryId }: FigureSelection, { records, groups, totals }: BudgetYear):
  | BudgetLine
  | DepartmentGroup
  | BudgetYear['totals']
  | undefined {
  if (departmentId === undefined) return totals
  if (expenseCategoryId === undefined) return groups.find((group) => group.departmentId === departmentId)
  return records.find((line) => lineKey(line) === lineKey({ departmentId, expenseCategoryId }))
}
