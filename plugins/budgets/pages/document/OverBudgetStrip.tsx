import { keyAs } from '#kernel/fields/roles.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { usePart, useStore } from '#shell/form/store/use-store.ts'
import { Money } from '#shell/parts/Money.tsx'
import { BudgetKey } from './OverBudget.tsx'
import { barOf, overBudgetRows, type OverBudgetRow } from './over-budget.ts'
import { useDocumentText } from './text.ts'
import './document.css'

/** Exceeded or missing budgets of a document, with the explanations given. */
export function OverBudgetStrip() {
  const { t, locale } = useDocumentText()
  const { form } = useStore()
  const value = usePart((store) => store.value)
  const explanation = value[keyAs(form.fields, 'overBudgetExplanation') ?? '']
  const explanations = rowsAt(value, keyAs(form.fields, 'explanations') ?? '').filter((row) => row['explainType'] !== 'overdue')
  const rows = overBudgetRows(form, value)
  return (
    <div className={rows.some((row) => !row.isUnplanned) ? 'oa-strip' : 'oa-strip is-unplanned'}>
      {rows.map((row) => (
        <div key={row.rowId} className="oa-strip-line">
          <span>
            <BudgetKey row={row} />
          </span>
          <Answer row={row} />
        </div>
      ))}
      {typeof explanation === 'string' && explanation !== '' && <p>{explanation}</p>}
      {explanations.filter((row) => row['explain'] !== explanation).map((row) => (
        <p key={String(row['rowId'])}>
          {String(row['explain'] ?? '')}{' '}
          <span className="oa-detail-line">{t('explanationBy', { name: nameOf(String(row['userName'] ?? ''), locale) })}</span>
        </p>
      ))}
    </div>
  )
}

function Answer({ row }: { row: OverBudgetRow }) {
  const { t } = useDocumentText()
  if (row.isUnplanned) return <span>{t('noBudget')}</span>
  return row.hasFigures ? <Figures row={row} /> : <strong>{t('overBudget')}</strong>
}

function Figures({ row }: { row: OverBudgetRow }) {
  const { t } = useDocumentText()
  const { spent, occupied } = barOf(row)
  return (
    <>
      <span className="oa-bar-used" aria-hidden>
        <span style={{ width: `${spent}%` }} />
        <span style={{ width: `${occupied}%` }} />
      </span>
      <span>{t('budget')} {row.budget === undefined ? t('noBudget') : <Money value={row.budget} />}</span>
      <strong>
        {t('exceeded')} <Money value={row.exceeded} />
      </strong>
    </>
  )
}
