import { Refused } from '../../../src/kernel/errors.ts'
import type { DocumentExtension, DocumentStep } from '../../../server/plugin.ts'
import { blockedParameters, checkBudget } from './check.ts'
import { demandsOf } from './demands.ts'
import { keyText } from './key.ts'
import { ledger, type Posting } from './ledger.ts'
import { judge } from './over-budget.ts'
import { prepareBudget } from './prepare.ts'
import { moveSwitchedRows, objectionOfClosedYear } from './switching.ts'
import { type Demand, type Movement, occupying, reversing, spending, type Standing } from './reconcile.ts'

/**
 * What documents do to the budgets. Each step compares what the document asks for with what the ledger says
 * stands for it, and posts the difference; so a step that is repeated, or that follows a missed one, ends right.
 */
export const budgetOfDocuments: DocumentExtension = {
  concerns: ({ budget }) => budget !== undefined,
  prepare: prepareBudget,
  check: checkBudget,
  onSubmit: (step) => settle(step, occupying),
  // Unchanged rows ask for what they asked for.
  onPass: async (step) => (step.value === step.before ? undefined : settle(step, occupying)),
  // An application stays occupied until what it was for is claimed.
  onCompleted: (step) => settle(step, step.form.budget?.class === 'application' ? occupying : spending),
  onOffBudget: (step) => moveSwitchedRows(step, postingOf(step)),
  objectionToUndoing: objectionOfClosedYear,
  onReleased: (step) => settle(step, (_, standing) => reversing(standing)),
}

type Rule = (demands: readonly Demand[], standing: readonly Standing[]) => Movement[]

async function settle(step: DocumentStep, rule: Rule): Promise<void> {
  const book = ledger(step.db)
  const demands = demandsOf(step)
  const movements = rule(demands, await book.standing(step.document.id))
  if (movements.length === 0) return
  await book.lock(movements)
  const grown = new Set(movements.filter(({ kind }) => kind === 'occupy').map(keyText))
  await refuseExceeded(step, demands.filter((demand) => grown.has(keyText(demand))))
  await book.post(movements, postingOf(step))
}

/** The control again, now that nobody else can post on these budgets until this action ends. */
async function refuseExceeded({ db, document }: DocumentStep, demands: readonly Demand[]): Promise<void> {
  const refused = (await judge(db, demands, document.id)).find((line) => line.refused)
  if (refused) throw new Refused('budgets.blocked', blockedParameters(refused))
}

function postingOf({ document, form, actor, at, value }: DocumentStep): Posting {
  const { currencyType, exchangeRate } = value
  return {
    document: document.id, type: form.key, round: document.round, operator: actor.id, at,
    currency: typeof currencyType === 'string' ? currencyType : undefined,
    rate: typeof exchangeRate === 'string' ? exchangeRate : undefined,
  }
}
