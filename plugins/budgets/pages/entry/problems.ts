import { isFailure } from '#providers/failure.ts'
import type { FieldProblem, Parameters } from '#kernel/errors.ts'
import { type BudgetTextKey, isTextKey } from '../text.ts'

/** Sentences by field; what belongs to no field stands under the empty name. */
export type Problems = Readonly<Record<string, string>>

interface Words {
  t(key: BudgetTextKey, parameters?: Parameters): string
  any(key: string, parameters?: Parameters): string
}

/** What the rules found here. */
export const told = (problems: readonly FieldProblem[], { t, any }: Words): Problems =>
  Object.fromEntries(problems.map(({ field, code, parameters }) => [field, isTextKey(code) ? t(code, parameters) : any(code, parameters)]))

/** What the server refused, at its fields; undefined for what is no refusal of an entry. */
export function refusal(error: unknown): Problems | undefined {
  if (!isFailure(error)) return undefined
  return error.fields.length > 0 ? Object.fromEntries(error.fields.map(({ name, message }) => [name, message])) : { '': error.message }
}

/** Problems that none of these fields shows. */
export const beside = (problems: Problems, fields: readonly string[]): string[] =>
  Object.entries(problems).filter(([field]) => !fields.includes(field)).map(([, sentence]) => sentence)
