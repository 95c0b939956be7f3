import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { budgetTables, type Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { defineDocumentAction } from '#server/extensions/document-action.ts'
import { offBudget, type OffBudgetRows } from '#plugins/budgets/off-budget.ts'
import { changeItemStatus } from '#plugins/budgets/permissions.ts'

const id = z.string().min(1).max(64)

const input = {
  items: z.array(z.strictObject({ itemId: id, offBudgetStatus: z.union([z.enum(['0', '1']), z.literal(0), z.literal(1)]) })).min(1).max(
    1000,
  ),
}

/** Row of a document with its new state: 1 off budget, 0 on budget. */
type Switch = z.output<typeof input.items>[number]

/** Document action that moves rows of a completed document off budget or back; `budgetOfDocuments` posts the entries. */
export const switchOffBudget = defineDocumentAction({
  ...offBudget,
  needs: changeItemStatus,
  during: ['completed'],
  input,
  note: { cn: '预算外状态已变更', en: 'Off-budget status changed' },
  answer: 'budgets.switched',
  placeIn,
  write: (value, place: OffBudgetRows, { items }) => switched(value, place, items),
})

function placeIn({ budget }: Form): OffBudgetRows | undefined {
  const tables = budget ? budgetTables(budget) : []
  return tables.length > 0 && budget?.offBudget !== undefined ? { tables, field: budget.offBudget } : undefined
}

function switched(value: FormValue, { tables, field }: OffBudgetRows, items: readonly Switch[]): FormValue {
  const known = new Set(tables.flatMap((table) => rowsAt(value, table)).map(rowIdOf))
  const unknown = items.flatMap(({ itemId }, index) =>
    known.has(itemId) ? [] : [{ field: `items.${index}.itemId`, code: 'budgets.noSuchRow' }]
  )
  if (unknown.length > 0) throw new Refused('budgets.noSuchRow', {}, unknown)
  const statuses = new Map(items.map(({ itemId, offBudgetStatus }) => [itemId, String(offBudgetStatus)]))
  const rows = tables.map((table) =>
    [table, rowsAt(value, table).map((row) => ({ ...row, [field]: statuses.get(rowIdOf(row) ?? '') ?? row[field] }))] as const
  )
  return { ...value, ...Object.fromEntries(rows) }
}
