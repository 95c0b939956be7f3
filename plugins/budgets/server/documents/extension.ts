import { Decimal } from 'decimal.js'
import { type FieldProblem, type Parameters, Refused } from '#kernel/errors.ts'
import { currencyKey } from '#kernel/fields/list-columns.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { decimalOf, formatMoney } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { bearersOf } from '#kernel/evaluate/budget-amount.ts'
import { budgetDepartment } from '#approval/directory.ts'
import type { DocumentException, DocumentExtension, DocumentStep, ExceptionRequest } from '#server/extensions/document-extension.ts'
import { availableOf } from '#plugins/budgets/figures.ts'
import { cn, en } from '#plugins/budgets/texts.ts'
import { answering, linkedApplications, newDemands, postedOf } from './applications.ts'
import { keyText, monthAt, monthNumber, monthOf } from '../ledger/key.ts'
import { ledger, type PostedPart, type Posting } from '../ledger/ledger.ts'
import { type BudgetExcess, measureDemands, measureExcess } from './over-budget.ts'
import { asksMore, isFiling, prepareBudget } from './prepare.ts'
import { closedYearRefusal, moveSwitchedRows, switchedBack } from './off-budget.ts'
import { type Demand, type Movement, occupying, type PostedBalance, reversing, spending } from '../ledger/reconcile.ts'
import { isActorsBudget } from '../grid/figures-scope.ts'

/** Budget checks that need the organisation and the ledger. */
async function checkBudget(step: DocumentStep): Promise<readonly FieldProblem[]> {
  return [...departmentProblems(step), ...monthProblems(step), ...(await amountProblems(step))]
}

/** The bearing department or one above it must own budgets. */
function departmentProblems({ form, value, directory }: DocumentStep): FieldProblem[] {
  const field = form.budget?.department ?? ''
  const code = 'budgets.noBudget'
  return bearersOf(form, value)
    .filter((bearer) => typeof bearer.value[field] === 'string' && !budgetDepartment(directory, String(bearer.value[field])))
    .map((bearer) => ({ field: bearer.path(field), code, message: { cn: cn[code], en: en[code] } }))
}

/** Months before the previous one are closed for filing. A month set in time remains valid however long the approval takes. */
function monthProblems(step: DocumentStep): FieldProblem[] {
  const effect = step.form.budget
  const month = effect && monthOf(step.value[effect.month])
  if (!month || !setsMonth(step, effect.month)) return []
  const distance = monthNumber(month) - monthNumber(monthAt(step.at))
  if (distance < -1) return [{ field: effect.month, code: 'budgets.monthClosed' }]
  return distance > ahead[effect.class] ? [{ field: effect.month, code: 'budgets.monthTooLate' }] : []
}

/** Maximum number of months ahead of the filing month, for claims and for applications. */
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

/** Refusal by the year's control; includes the available amount only for people of that budget. */
function blocked(step: DocumentStep, line: BudgetExcess): { code: string; parameters: Parameters } {
  const amount = formatMoney(line.requested)
  return isActorsBudget(step, line)
    ? { code: 'budgets.blocked', parameters: { amount, available: formatMoney(availableOf(line.ofMonth)) } }
    : { code: 'budgets.blockedWithoutFigure', parameters: { amount } }
}

/** Over-budget exceptions of documents by document id, as of their filing. Includes the excess only if the reader may see the figures. */
export async function overBudgetExceptions({ documents, references, db }: Omit<ExceptionRequest, 'plugins'>): Promise<
  ReadonlyMap<string, readonly DocumentException[]>
> {
  const found = documents.map((document) => ({ ...document, table: keyAs(document.form.fields, 'overBudgetRows') ?? '' }))
    .map((document) => ({ ...document, rows: rowsAt(document.value, document.table).filter(isExceeded) }))
    .filter(({ rows }) => rows.length > 0)
  const ids = [...new Set(found.flatMap(({ rows }) => rows.map(({ category }) => String(category))))]
  const categories = ids.length > 0 ? await references.source('expenseCategory')?.find(db, ids) : []
  const names = new Map(categories?.map(({ id, name }) => [id, name]))
  return new Map(found.map(({ id, form, shown, table, rows }) => {
    const figures = rowsAt(shown, table)
    const explanation = shown[keyAs(form.fields, 'overBudgetExplanation') ?? '']
    return [id, rows.map((row): DocumentException => {
      const amount = figures.find((each) => rowIdOf(each) === rowIdOf(row))?.['exceeded']
      const category = names.get(String(row['category'])) ?? ''
      const month = String(row['month']).slice(0, 7)
      return { order: 30, field: table, ...(typeof explanation === 'string' && { explanation }), ...(typeof amount === 'string'
        ? { code: 'budgets.exception.over', params: { category, month, amount: formatMoney(amount) } }
        : { code: 'budgets.exception.overSomehow', params: { category, month } }) }
    })]
  }))
}

const isExceeded = (row: FormValue): boolean => decimalOf(row['exceeded'] as string)?.gt(0) ?? false

/**
 * Extension that posts the budget effects of documents. Each step posts the difference between the document's demand and its ledger
 * balance, so repeated and missed steps correct themselves. Occupation taken over by a claim leaves its application in the same
 * transaction, and returns when the claim is withdrawn.
 */
export const budgetOfDocuments: DocumentExtension = {
  concerns: ({ budget }) => budget !== undefined,
  prepare: prepareBudget,
  check: checkBudget,
  onSubmit: (step) => reconcileDocument(step, occupying),
  // an unchanged value has an unchanged demand
  onPass: async (step) => (step.value === step.before ? undefined : reconcileDocument(step, occupying)),
  // an application stays occupied until it is claimed
  onCompleted: (step) => reconcileDocument(step, step.form.budget?.class === 'application' ? occupying : spending, { isCompleted: true }),
  // a settled application can no longer be claimed
  onFollowUp: (step) =>
    isSettled(step) ? reconcileDocument(step, (_, posted) => reversing(posted)) : moveSwitchedRows(step, postingOf(step)),
  exceptions: overBudgetExceptions,
  undoRefusal: closedYearRefusal,
  // undo off-budget switches of rows taken over from applications first, so that the application gets its occupation back
  onReleased: async (step) =>
    reconcileDocument(step, (_, posted) => reversing(posted), {
      switchedBack: await switchedBack(step),
    }),
}

const isSettled = ({ form: { budget }, value }: DocumentStep): boolean => budget?.settled !== undefined && value[budget.settled] === true

type MovementRule = (demands: readonly Demand[], posted: readonly PostedBalance[]) => Movement[]

interface SettlementInput {
  /** The claim is completed: applications that it claims once are settled. */
  readonly isCompleted?: boolean
  /** Movements posted first: they undo off-budget switches of rows. */
  readonly switchedBack?: readonly Movement[]
}

async function reconcileDocument(step: DocumentStep, rule: MovementRule,
  { isCompleted = false, switchedBack: restored = [] }: SettlementInput = {}): Promise<void> {
  const book = ledger(step.db)
  const posted = [...await postedOf(step), ...restored.map(balanceOf)]
  const linked = await linkedApplications(step, posted, 'locked')
  const movements = rule(linked.demands, posted)
  const answers = linked.applications.filter(({ state }) => state === 'completed').map(({ id, type, round }): PostedPart => ({
    movements: answering(id, linked.holdings, movements, { isSettled: isCompleted && linked.once.has(id) }),
    posting: { document: id, type, round, operator: step.actor.id, at: step.at },
  }))
  const parts: PostedPart[] = [{ movements: restored, posting: { ...postingOf(step), offBudget: true } }, { movements,
    posting: postingOf(step) }, ...answers]
  const all = parts.flatMap((part) => part.movements)
  if (all.length === 0 || await book.postUncontrolled(parts)) return
  await book.lock(all)
  const grown = new Set(movements.filter(({ kind }) => kind === 'occupy').map(keyText))
  await refuseExceeded(step, newDemands(linked.demands).filter((demand) => grown.has(keyText(demand))))
  await book.postLocked(parts)
}

/** Converts a spend or refund movement into a balance. */
const balanceOf = ({ kind, amount, ...line }: Movement): PostedBalance => ({ ...line, occupied: new Decimal(0),
  spent: kind === 'spend' ? amount : amount.negated() })

/** Repeats the control under lock: no other transaction can post on these budgets until this action ends. */
async function refuseExceeded(step: DocumentStep, demands: readonly Demand[]): Promise<void> {
  const refused = (await measureExcess(step.db, demands, step.document.id)).find((line) => line.refused)
  if (!refused) return
  const { code, parameters } = blocked(step, refused)
  throw new Refused(code, parameters)
}

function postingOf({ document, form, actor, at, value }: DocumentStep): Posting {
  const [currency, rate] = [currencyKey(form), keyAs(form.fields, 'exchangeRate')].map((key) => value[key ?? ''])
  return {
    document: document.id,
    type: form.key,
    round: document.round,
    operator: actor.id,
    at,
    currency: typeof currency === 'string' ? currency : undefined,
    rate: typeof rate === 'string' ? rate : undefined,
  }
}
