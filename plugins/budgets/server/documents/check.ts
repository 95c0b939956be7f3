import { budgetDepartment } from '#approval/directory.ts'
import { bearersOf } from '#kernel/evaluate/budget-amount.ts'
import type { FieldProblem, Parameters } from '#kernel/errors.ts'
import { formatMoney } from '#kernel/values/money.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import { availableOf } from '#plugins/budgets/figures.ts'
import cn from '#plugins/budgets/locales/cn.ts'
import en from '#plugins/budgets/locales/en.ts'
import { linkedApplications, newDemands, postedOf } from './applications.ts'
import { isActorsBudget } from '../grid/figures-scope.ts'
import { keyText, monthAt, monthNumber, monthOf } from '../ledger/key.ts'
import { measureDemands, type BudgetExcess } from './over-budget.ts'
import { asksMore, isFiling } from './prepare.ts'

/** Checks that only the organisation and the ledger can make of a document's budgets. */
export async function checkBudget(step: DocumentStep): Promise<readonly FieldProblem[]> {
  return [...departmentProblems(step), ...monthProblems(step), ...(await amountProblems(step))]
}

/** Some department at or above the bearing one must own budgets. */
function departmentProblems({ form, value, directory }: DocumentStep): FieldProblem[] {
  const field = form.budget?.department ?? ''
  const code = 'budgets.noBudget'
  return bearersOf(form, value)
    .filter((bearer) => typeof bearer.value[field] === 'string' && !budgetDepartment(directory, String(bearer.value[field])))
    .map((bearer) => ({ field: bearer.path(field), code, message: { cn: cn[code], en: en[code] } }))
}

/** A month before the previous one is closed. What was filed in time stays, however long its approval takes. */
function monthProblems(step: DocumentStep): FieldProblem[] {
  const effect = step.form.budget
  const month = effect && monthOf(step.value[effect.month])
  if (!month || !setsMonth(step, effect.month)) return []
  const distance = monthNumber(month) - monthNumber(monthAt(step.at))
  if (distance < -1) return [{ field: effect.month, code: 'budgets.monthClosed' }]
  return distance > ahead[effect.class] ? [{ field: effect.month, code: 'budgets.monthTooLate' }] : []
}

/** Months that a claim may lie ahead of the month of filing, and an application. */
const ahead = { spending: 0, application: 12 } as const

const setsMonth = (step: DocumentStep, field: string): boolean => isFiling(step) || step.value[field] !== step.before?.[field]

async function amountProblems(step: DocumentStep): Promise<FieldProblem[]> {
  const { form, value } = step
  const posted = await postedOf(step)
  const demands = newDemands((await linkedApplications(step, posted)).demands)
  if (demands.length === 0 || (!isFiling(step) && !asksMore(demands, posted))) return []
  const excesses = new Map((await measureDemands(step, demands)).map((line) => [keyText(line), line]))
  const bearers = new Map(bearersOf(form, value).map((bearer) => [bearer.row, bearer]))
  return demands.flatMap((demand): FieldProblem[] => {
    const line = excesses.get(keyText(demand))
    const field = bearers.get(demand.row)?.path(form.budget?.category ?? '') ?? ''
    return line ? problemsOf(step, line, field) : []
  })
}

function problemsOf(step: DocumentStep, line: BudgetExcess, field: string): FieldProblem[] {
  if (line.refused) return [{ field, ...blocked(step, line) }]
  if (line.band !== 'near') return []
  if (!isActorsBudget(step, line)) return [{ field, level: 'warn', code: 'budgets.nearWithoutFigure' }]
  const left = line.ofMonth.budget.minus(line.ofMonth.used).minus(line.ofMonth.occupied).minus(line.requested)
  return [{ field, level: 'warn', code: 'budgets.near', parameters: { available: formatMoney(left) } }]
}

/** The refusal by the year's control: it says what is available, to people of that budget. */
export function blocked(step: DocumentStep, line: BudgetExcess): { code: string; parameters: Parameters } {
  const amount = formatMoney(line.requested)
  return isActorsBudget(step, line)
    ? { code: 'budgets.blocked', parameters: { amount, available: formatMoney(availableOf(line.ofMonth)) } }
    : { code: 'budgets.blockedWithoutFigure', parameters: { amount } }
}
