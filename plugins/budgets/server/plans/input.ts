import { z } from 'zod'
import { yearNumber } from '../grid/filters.ts'
import { versionInput } from '#server/http/version-input.ts'

const id = z.string().max(64)

/** Amounts as entered; the schema accepts any text, so that errors are reported per cell. */
const months = z.array(z.string().max(40)).length(12)
const remark = z.string().max(2_000).nullish().transform((text) => text?.trim() || null)

const plan = { budgetYear: yearNumber, departmentId: id, expenseCategoryId: id, months, remark }

/** One new line, or several in `rows`. */
export const newPlans = z.union([z.strictObject(plan), z.strictObject({ rows: z.array(z.strictObject(plan)).max(200) })])

/** A changed line; year, department and category are only verified, since they cannot be changed. */
export const changedPlan = z.strictObject({
  id: z.string().min(1).max(32),
  version: versionInput,
  months,
  remark,
  budgetYear: yearNumber.optional(),
  departmentId: id.optional(),
  expenseCategoryId: id.optional(),
})
