import type { FieldDefinition } from '#kernel/fields.ts'
import type { RowSummary } from '#shell/app-config.ts'
import { useRoutes } from '#shell/routing/routes-context.ts'

const none: readonly RowSummary[] = []

/** The columns that summarise rows, as declared by modules. */
export const useRowSummaries = (): readonly RowSummary[] => useRoutes().config.rowSummaries ?? none

/** Returns whether a column is the amount of its row, from which other amounts are calculated. */
export const isRowAmount = (summaries: readonly RowSummary[], { as: role }: FieldDefinition): boolean =>
  role !== undefined && summaries.some(({ amount }) => amount === role)

/** Returns whether a column is one of the two ends (e.g. departure, destination) that together name its row. */
export const isRowEnd = (summaries: readonly RowSummary[], { as: role }: FieldDefinition): boolean =>
  role !== undefined && summaries.some(({ ends }) => ends?.includes(role) === true)
