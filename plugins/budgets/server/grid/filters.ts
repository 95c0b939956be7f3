import { z } from 'zod'

const ids = z.array(z.string().min(1).max(64)).min(1).max(500).optional()
const bands = z.enum(['within', 'near', 'over', 'none'])

export const yearNumber = z.coerce.number().int().min(2000).max(2200)

/** The filters of the lines of a year: of the page, and of its export. */
export const gridFilters = z.strictObject({
  /** Without it, this year. */
  year: yearNumber.optional(),
  departmentIds: ids,
  expenseCategoryIds: ids,
  keyword: z.string().max(100).optional(),
  band: z.union([bands, z.array(bands).min(1)]).optional(),
})

export type GridFilters = z.output<typeof gridFilters>
