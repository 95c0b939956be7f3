import type { Form } from '#kernel/form.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import { decimalOf, sumMoney } from '#kernel/values/money.ts'
import { usePart, useStore } from '#shell/form/store/use-store.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { EndingNote } from '#shell/detail/dialogs/ActionDialog.tsx'
import { type OverBudgetRow, overBudgetRows, useDocumentText } from './over-budget.ts'
import './document.css'

/** Budget status of a document in its header, as of its filing; dialogs show the current budget. */
export function BudgetFact() {
  const { form } = useStore()
  const table = keyAs(form.fields, 'overBudgetRows') ?? ''
  const info = usePart((store) => store.value[table])
  const amount = usePart((store) => store.value[form.amount ?? ''])
  const rows = overBudgetRows(form, { [table]: info })
  if (!form.budget || (rows.length === 0 && costsNothing(form, amount))) return null
  return <Judgement rows={rows} />
}

/** Returns whether the document has no amount, for forms that cost something in some cases only. */
const costsNothing = (form: Form, amount: unknown): boolean =>
  form.amount !== undefined && !(typeof amount === 'string' && decimalOf(amount)?.gt(0))

/** Within budget, no budget, or over budget with the exceeding amounts. */
function Judgement({ rows }: { rows: readonly OverBudgetRow[] }) {
  const { t } = useDocumentText()
  const exceeded = rows.filter(({ isUnplanned }) => !isUnplanned)
  const sum = sumMoney(exceeded.map((row) => row.exceeded))
  return (
    <div>
      <dt>{t('budget')}</dt>
      <dd data-tip={t('judgedAtFiling')}>
        {exceeded.length > 0
          ? <span className="oa-budget is-over">{t('overBudget')} {sum.gt(0) && <Money value={sum} />}</span>
          : rows.length > 0
          ? <span className="oa-budget is-unplanned">{t('noBudget')}</span>
          : <span className="oa-budget">{t('within')}</span>}
        <span className="unseen">{t('judgedAtFiling')}</span>
      </dd>
    </div>
  )
}

/** Note with the amount that is released to the budget when the document ends. */
export function ReleaseNote() {
  const { t } = useDocumentText()
  const { form } = useStore()
  const amount = usePart((store) => store.value[form.amount ?? ''])
  if (!form.budget || typeof amount !== 'string') return null
  const [before = '', after = ''] = t('released', { amount: '|' }).split('|')
  return (
    <EndingNote>
      {before}
      <Money value={amount} />
      {after}
    </EndingNote>
  )
}
