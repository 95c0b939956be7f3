import { keyAs } from '#kernel/fields/roles.ts'
import { decimalOf, sumMoney } from '#kernel/values/money.ts'
import { usePart, useStore } from '#shell/form/store/use-store.ts'
import { Money } from '#shell/parts/Money.tsx'
import { overBudgetRows } from './over-budget.ts'
import { useDocumentText } from './text.ts'
import './document.css'

/** Tells whether the budget allowed the document when it was filed, in the head of its page; dialogs about it show the budget of today. */
export function BudgetFact() {
  const { form } = useStore()
  const { t } = useDocumentText()
  const table = keyAs(form.fields, 'overBudgetRows') ?? ''
  const info = usePart((store) => store.value[table])
  const amount = usePart((store) => store.value[form.amount ?? ''])
  if (!form.budget) return null
  const rows = overBudgetRows(form, { [table]: info })
  // a form may cost something in some cases only
  const isFree = form.amount !== undefined && !decimalOf(typeof amount === 'string' ? amount : undefined)?.gt(0)
  if (isFree && rows.length === 0) return null
  const exceeded = sumMoney(rows.map((row) => row.exceeded))
  return (
    <div>
      <dt>{t('budget')}</dt>
      <dd data-tip={t('judgedAtFiling')}>
        {rows.length > 0
          ? <span className="oa-budget is-over">{t('overBudget')} {exceeded.gt(0) && <Money value={exceeded} />}</span>
          : <span className="oa-budget">{t('within')}</span>}
        <span className="unseen">{t('judgedAtFiling')}</span>
      </dd>
    </div>
  )
}
