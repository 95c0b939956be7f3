import { useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import { useState } from 'react'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { WritingHttp } from '#providers/http.ts'
import { useBackend } from '#shell/backend.ts'
import { ActionDialog } from '#shell/detail/dialogs/ActionDialog.tsx'
import type { DocumentActionDialogProps } from '#shell/detail/dialogs/dialog-props.ts'
import { refreshDocuments } from '#shell/detail/refresh.ts'
import { isAmount } from '#shell/form/table/columns.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { offBudget, type OffBudgetRows } from '#plugins/budgets/off-budget.ts'
import { useDocumentText } from './over-budget.ts'
import './document.css'

/** Dialog with an off-budget switch per row; all changes are sent together. */
export function OffBudgetDialog({ context, place, onClose }: DocumentActionDialogProps) {
  const { tables, field } = place as OffBudgetRows
  const { document: { businessKey, businessType, business }, form } = context
  const { t } = useDocumentText()
  const { reactions } = useBackend()
  const client = useQueryClient()
  const [changed, setChanged] = useState<ReadonlyMap<string, string>>(new Map())
  const failed = () => reactions.notify({ kind: 'warning', text: t('offBudgetFailed') })

  const save = async (http: WritingHttp) => {
    const items = [...changed].map(([itemId, offBudgetStatus]) => ({ itemId, offBudgetStatus }))
    if (items.length === 0) return onClose()
    const { outcome } = await http.act(`/oaserver/${businessType}/${offBudget.call}`, { businessKey, items }, { quiet: true })
    refreshDocuments(client)
    if (outcome === 'done') reactions.notify({ kind: 'success', text: t('offBudgetDone') })
    else failed()
    onClose()
  }
  const onSwitch = (rowId: string, { was, is }: { was: string; is: string }) => {
    const after = new Map(changed)
    if (was === is) after.delete(rowId)
    else after.set(rowId, is)
    setChanged(after)
  }
  return (
    <ActionDialog context={context} title={t('offBudget')} consequence={t('offBudgetNote')} okText={t('offBudgetSave')} onClose={onClose}
      onConfirm={save} onFailure={() => {
      failed()
      return false
    }}>
      {tables.map((table) => (
        <ul key={table} className="oa-budget-rows bare flat unlisted">
          {rowsAt(business, table).map((row, index) => {
            const rowId = rowIdOf(row) ?? ''
            const was = row[field] === '1' ? '1' : '0'
            return (
              <li key={rowId}>
                <span className="num">{index + 1}</span>
                <RowFacts columns={form.fields[table]?.columns ?? {}} row={row} />
                <Switch size="small" checked={(changed.get(rowId) ?? was) === '1'} aria-label={t('offBudgetRow', { n: index + 1 })}
                  onChange={(isOff) => onSwitch(rowId, { was, is: isOff ? '1' : '0' })} />
              </li>
            )
          })}
        </ul>
      ))}
    </ActionDialog>
  )
}

/** Two identifying values of a row, and its amount. */
function RowFacts({ columns, row }: { columns: Fields; row: FormValue }) {
  const held = Object.entries(columns).filter(([key]) => row[key] !== undefined && row[key] !== null && row[key] !== '')
  const identifying = held.filter(([, column]) => isIdentifying(column))
  // texts first, since small screens have little space
  const facts = [...identifying.filter(([, { kind }]) => kind === 'text'), ...identifying.filter(([, { kind }]) => kind !== 'text')].slice(
    0,
    2,
  )
  const amount = held.find(([, column]) => isAmount(column))
  return (
    <>
      <span className="cut fill flex gap-10 nowrap">
        {facts.map(([key, column]) => <FieldCell key={key} field={column} value={row[key]} record={row} />)}
      </span>
      {amount && <FieldCell field={amount[1]} value={row[amount[0]]} record={row} />}
    </>
  )
}

const isIdentifying = (column: FieldDefinition): boolean => column.required === true && !isAmount(column) && column.kind !== 'attachment'
