import { sumMoney } from '#kernel/values/money.ts'
import { usePart } from '#shell/form/store/use-store.ts'
import { Money } from '#shell/parts/Money.tsx'
import { overBudgetRows } from './over-budget.ts'
import { useDocumentText } from './text.ts'
import './document.css'

/** Amount by which the document exceeds its budgets, as a remark in dialogs. */
export function ExceededRemark() {
  const { t } = useDocumentText()
  const exceeded = usePart((store) => sumMoney(overBudgetRows(store.form, store.value).map((row) => row.exceeded)).toFixed(2))
  if (Number(exceeded) <= 0) return null
  return (
    <span className="oa-budget is-over">
      {t('overBudget')} <Money value={exceeded} />
    </span>
  )
}
