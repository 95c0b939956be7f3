import { ExclamationCircleFilled } from '@ant-design/icons'
import { Suspense } from 'react'
import { keyAs } from '#kernel/fields/roles.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { Money } from '#shell/parts/Money.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { Field } from '#shell/form/sections/Field.tsx'
import { barOf, overBudgetRows, type OverBudgetRow } from './over-budget.ts'
import { usePart, useStore } from '#shell/form/store/use-store.ts'
import { useDocumentText } from './text.ts'
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
    <div className={isOver ? 'oa-over' : 'oa-over is-unplanned'} role="group" aria-label={t(isOver ? 'overBudget' : 'budget')}
      data-cell={table}
    >
      {rows.map((row) => <OverBudgetLine key={row.rowId} row={row} />)}
      {isBlocked && <p className="oa-over-blocked oa-field-problem">{t('blocked')}</p>}
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
      <div className="oa-over-body">
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
    <div className="oa-over-line">
      <span className="oa-over-name">
        {row.isUnplanned ? t('noBudget') : (
          <>
            <ExclamationCircleFilled aria-hidden /> {t('overBudget')}
          </>
        )}
      </span>
      <div className="oa-over-key">
        <BudgetKey row={row} />
        {hasFigures && <UsedBar row={row} />}
      </div>
      <dl className="oa-over-figures">
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
    <div className="oa-bar-used" aria-hidden>
      <span style={{ width: `${spent}%` }} />
      <span style={{ width: `${occupied}%` }} />
    </div>
  )
}

/** Department × category × month, with display names. */
export function BudgetKey({ row }: { row: OverBudgetRow }) {
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
