import { Money } from '#shell/parts/Money.tsx'
import { usePeople } from '#shell/start/directory.ts'
import { sumMoney } from '#kernel/values/money.ts'
import { overBudgetRows } from '#shell/form/over-budget.ts'
import type { ActionContext } from '../action-context.ts'
import { calledIn } from '../Header.tsx'
import { useDetailText } from '../text.ts'

/** What is acted on: title, person, amount, and by how much it goes beyond the budget. */
export function Subject({ doing: { form, document, store } }: { doing: ActionContext }) {
  const { t, name, locale } = useDetailText()
  const people = usePeople([document.startUserId])
  const amount = form.amount === undefined ? undefined : store.value[form.amount]
  const exceeded = sumMoney(overBudgetRows(store.form, store.value).map((row) => row.exceeded))
  return (
    <div className="oa-dialog-subject">
      <strong className="cut">{calledIn(document, form, locale).first}</strong>
      {typeof amount === 'string' && (
        <strong>
          <Money value={amount} />
        </strong>
      )}
      <span className="cut">
        {name(people.get(document.startUserId)?.name ?? '')} · <span className="num">{document.businessNo}</span>
      </span>
      {exceeded.gt(0) && (
        <span className="oa-budget is-over">
          {t('overBudget')} <Money value={exceeded} />
        </span>
      )}
    </div>
  )
}
