import type { Problems } from '#shell/command/use-command.ts'
import type { FieldProblem, Parameters } from '#kernel/errors.ts'
import { type BudgetTextKey, isTextKey } from '../texts.ts'

interface ProblemTexts {
  t(key: BudgetTextKey, parameters?: Parameters): string
  any(key: string, parameters?: Parameters): string
}

/** Texts of the problems, by field. */
export const problemsByField = (problems: readonly FieldProblem[], { t, any }: ProblemTexts): Problems =>
  Object.fromEntries(problems.map(({ field, code, parameters }) => [field, isTextKey(code) ? t(code, parameters) : any(code, parameters)]))

/** Texts of problems with other fields than these. */
export const beside = (problems: Problems, fields: readonly string[]): string[] =>
  Object.entries(problems).filter(([field]) => !fields.includes(field)).map(([, sentence]) => sentence)
