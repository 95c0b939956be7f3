import type { FormValue } from '#kernel/values/value.ts'
import { categoryId, costCenterId } from '#plugins/demo/server/records.ts'

/** Bearing values of the department of `quality` in the demo company, with a category that needs no linked application. */
export const borneByQuality = (category = 'OFFICE'): FormValue => ({ applicantDept: 'sz-quality', bearingDept: 'sz-quality',
  costCenter: costCenterId('sz-quality'), expenseCategory: categoryId(category), currencyType: 'CNY' })
