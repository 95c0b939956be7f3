import type { FieldDefinition } from '#kernel/fields.ts'
import type { RowSummary } from '#shell/app-config.ts'
import { useRoutes } from '#shell/routing/routes-context.ts'

const none: readonly RowSummary[] = []

/** The columns by which rows are summarised, as modules name them. */
export const useRowSummaries = (): readonly RowSummary[] => useRoutes().config.rowSummaries ?? none

/** Returns whether a column holds the amount of its row, of which other amounts follow. */
export const isRowAmount = (summaries: readonly RowSummary[], { as: role }: FieldDefinition): boolean =>
  role !== undefined && summaries.some(({ amount }) => amount === role)

/** Returns whether a column holds one of the two ends that name its row together. */
export const isRowEnd = (summaries: readonly RowSummary[], { as: role }: FieldDefinition): boolean =>
  role !== undefined && summaries.some(({ ends }) => ends?.includes(role) === true)
