import { ExclamationCircleFilled } from '@ant-design/icons'
import { Suspense } from 'react'
import { keyAs } from '#kernel/fields/roles.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { sumMoney } from '#kernel/values/money.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { Field } from '#shell/form/sections/Field.tsx'
import { usePart, useStore } from '#shell/form/store/use-store.ts'
import { barOf, type OverBudgetRow, overBudgetRows, useDocumentText } from './over-budget.ts'
import './document.css'

/** Exceeded budgets of a document with the required explanation (none if the year blocks exceeding), or the missing budgets. */
export function OverBudget() {
  const { form } = useStore()
  const { t } = useDocumentText()
  const table = keyAs(form.fields, 'overBudgetRows') ?? ''
  const info = usePart((store) => store.value[table])
  const rows = overBudgetRows(form, { [table]: info })
  const isBlocked = rows.some((row) => row.isBlocked)
  const isOver = rows.some((row) => !row.isUnplanned)
  return (
    <div className={isOver ? 'oa-over round-8' : 'oa-over is-unplanned round-8'} role="group"
      aria-label={t(isOver ? 'overBudget' : 'budget')} data-cell={table}
    >
      {rows.map((row) => <OverBudgetLine key={row.rowId} row={row} />)}
      {isBlocked && <p className="oa-over-blocked oa-field-problem flat">{t('blocked')}</p>}
      {isOver && !isBlocked && <Explanation />}
    </div>
  )
}

function Explanation() {
  const { form } = useStore()
  const answer = keyAs(form.fields, 'overBudgetExplanation') ?? ''
  const field = form.fields[answer]
  return field
    ? (
      <div className="oa-over-body surface">
        <Field field={field} cell={{ key: answer }} />
      </div>
    )
    : null
}

/** One budget: key, usage bar and figures; without the right to the figures only the requested amount. */
function OverBudgetLine({ row }: { row: OverBudgetRow }) {
  const { t } = useDocumentText()
  const hasFigures = row.hasFigures && !row.isUnplanned
  return (
    <div className="oa-over-line row wrap between">
      <span className="oa-over-name red bold nowrap">
        {row.isUnplanned ? t('noBudget') : (
          <>
            <ExclamationCircleFilled aria-hidden /> {t('overBudget')}
          </>
        )}
      </span>
      <div className="oa-over-key grow">
        <BudgetKey row={row} />
        {hasFigures && <UsedBar row={row} />}
      </div>
      <dl className="oa-over-figures flex wrap text-right">
        {hasFigures && (
          <>
            <div>
              <dt>{t('budget')}</dt>
              <dd>{row.budget === undefined ? t('noBudget') : <Money value={row.budget} />}</dd>
            </div>
            <div>
              <dt>{t('usedOccupied')}</dt>
              <dd>
                <Money value={row.used} />
              </dd>
            </div>
          </>
        )}
        <div>
          <dt>{t('thisTime')}</dt>
          <dd>
            <Money value={row.thisAmount} />
          </dd>
        </div>
        {hasFigures && (
          <div className="is-exceeded">
            <dt>{t('exceeded')}</dt>
            <dd>
              <Money value={row.exceeded} />
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}

function UsedBar({ row }: { row: OverBudgetRow }) {
  const { spent, occupied } = barOf(row)
  return (
    <div className="oa-bar-used flex clip above-6" aria-hidden>
      <span style={{ width: `${spent}%` }} />
      <span style={{ width: `${occupied}%` }} />
    </div>
  )
}

/** Department × category × month, with display names. */
function BudgetKey({ row }: { row: OverBudgetRow }) {
  const { form } = useStore()
  const columns = form.fields[keyAs(form.fields, 'overBudgetRows') ?? '']?.columns ?? {}
  return (
    <Suspense>
      <Part field={columns['budgetDept']} value={row.budgetDept} /> × <Part field={columns['category']} value={row.category} /> ×{' '}
      <span className="num">{row.month.slice(0, 7)}</span>
    </Suspense>
  )
}

const Part = (
  { field, value }: { field: FieldDefinition | undefined; value: string },
) => (field ? <FieldCell field={field} value={value} /> : <>{value}</>)

/** Exceeded or missing budgets of a document, with the explanations given. */
export function OverBudgetStrip() {
  const { t, locale } = useDocumentText()
  const { form } = useStore()
  const value = usePart((store) => store.value)
  const explanation = value[keyAs(form.fields, 'overBudgetExplanation') ?? '']
  const explanations = rowsAt(value, keyAs(form.fields, 'explanations') ?? '').filter((row) => row['explainType'] !== 'overdue')
  const rows = overBudgetRows(form, value)
  return (
    <div className={rows.some((row) => !row.isUnplanned) ? 'oa-strip stack gap-6' : 'oa-strip is-unplanned stack gap-6'}>
      {rows.map((row) => (
        <div key={row.rowId} className="oa-strip-line row second wrap">
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
          <span className="oa-detail-line row second wrap">
            {t('explanationBy', { name: nameOf(String(row['userName'] ?? ''), locale) })}
          </span>
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
      <span className="oa-bar-used flex clip above-6" aria-hidden>
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
