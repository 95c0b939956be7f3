import { Decimal } from 'decimal.js'
import { Refused } from '#kernel/errors.ts'
import { currencyKey } from '#kernel/fields/list-columns.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { blocked, checkBudget } from './check.ts'
import { linkedApplications, newDemands, postedOf } from './applications.ts'
import { answering } from './transferable-occupation.ts'
import { keyText } from '../ledger/key.ts'
import { ledger, type PostedPart, type Posting } from '../ledger/ledger.ts'
import { overBudgetExceptions } from './exceptions.ts'
import { measureExcess } from './over-budget.ts'
import { prepareBudget } from './prepare.ts'
import { closedYearRefusal, moveSwitchedRows, switchedBack } from './off-budget.ts'
import { type Demand, type Movement, occupying, reversing, spending, type PostedBalance } from '../ledger/reconcile.ts'

/**
 * The effects of documents on the budgets. Each step compares what the document asks for with what the ledger says
 * stands for it, and posts the difference; so a step that is repeated, or that follows a missed one, ends right.
 * What a claim takes over leaves its application in the same transaction, and comes back when the claim is.
 */
export const budgetOfDocuments: DocumentExtension = {
  concerns: ({ budget }) => budget !== undefined,
  prepare: prepareBudget,
  check: checkBudget,
  onSubmit: (step) => reconcileDocument(step, occupying),
  // Unchanged rows ask for what they asked for.
  onPass: async (step) => (step.value === step.before ? undefined : reconcileDocument(step, occupying)),
  // An application stays occupied until what it was for is claimed.
  onCompleted: (step) => reconcileDocument(step, step.form.budget?.class === 'application' ? occupying : spending, { isCompleted: true }),
  // No further claim of a settled application follows.
  onFollowUp: (step) =>
    isSettled(step) ? reconcileDocument(step, (_, posted) => reversing(posted)) : moveSwitchedRows(step, postingOf(step)),
  exceptions: overBudgetExceptions,
  undoRefusal: closedYearRefusal,
  // Rows off budget were taken over all the same: the application gets it back as if the claim had never been.
  onReleased: async (step) =>
    reconcileDocument(step, (_, posted) => reversing(posted), {
      switchedBack: await switchedBack(step),
    }),
}

const isSettled = ({ form: { budget }, value }: DocumentStep): boolean => budget?.settled !== undefined && value[budget.settled] === true

type MovementRule = (demands: readonly Demand[], posted: readonly PostedBalance[]) => Movement[]

interface SettlementInput {
  /** The claim is completed: what it claims once keeps nothing. */
  readonly isCompleted?: boolean
  /** Posted first: rows as they were before they went off budget. */
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

/** The balance to which a movement of what is spent adds. */
const balanceOf = ({ kind, amount, ...line }: Movement): PostedBalance => ({ ...line, occupied: new Decimal(0),
  spent: kind === 'spend' ? amount : amount.negated() })

/** The control again, now that nobody else can post on these budgets until this action ends. */
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
