import { z } from 'zod'

const ids = z.array(z.string().min(1).max(64)).min(1).max(500).optional()
const bands = z.enum(['within', 'near', 'over', 'none'])

export const yearNumber = z.coerce.number().int().min(2000).max(2200)

/** Filters of a year's budget lines, shared by the page and its export. */
export const gridFilters = z.strictObject({
  /** Defaults to the current year. */
  year: yearNumber.optional(),
  departmentIds: ids,
  expenseCategoryIds: ids,
  keyword: z.string().max(100).optional(),
  band: z.union([bands, z.array(bands).min(1)]).optional(),
})

export type GridFilters = z.output<typeof gridFilters>
