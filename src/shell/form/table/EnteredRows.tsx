import { Button } from 'antd'
import { useState } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { AccountCards, areCards } from '#shell/detail/content/AccountCards.tsx'
import { useShownColumns } from '#shell/detail/content/shown-columns.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import type { FormStore } from '../store/form-store.ts'
import { usePart, useStore } from '../store/use-store.ts'
import { useFormText } from '../text.ts'
import { RowTable } from './RowTable.tsx'

interface EnteredRowsProps {
  readonly table: string
  readonly field: FieldDefinition
}

/** Rows that are filled in. Accounts that are paid to and lack nothing are cards until somebody changes them. */
export function EnteredRows({ table, field }: EnteredRowsProps) {
  const [isChanging, setIsChanging] = useState(false)
  const isSettled = usePart((store) => isSettledIn(store, table, field))
  const change = () => setIsChanging(true)
  if (isSettled && !isChanging) return <Cards table={table} field={field} onChange={change} />
  // a row that is being entered stays where it is, complete or not
  return (
    <div className="oa-entered-rows" onFocus={isChanging ? undefined : change}>
      <RowTable table={table} field={field} />
    </div>
  )
}

/** Returns whether a table holds accounts that are shown as cards: few, and without a problem. */
export const isSettledIn = (store: FormStore, table: string, field: FieldDefinition): boolean =>
  store.stateAt(table).visible && areCards(field, rowsAt(store.value, table)) && !isInTheWay(store, table)

const isInTheWay = (store: FormStore, table: string): boolean =>
  store.allProblems().some(({ name, level }) => level === 'block' && (name === table || name.startsWith(`${table}:`)))

function Cards({ table, field, onChange }: EnteredRowsProps & { onChange(): void }) {
  const { t, label } = useFormText()
  const rows = rowsAt({ rows: usePart((store) => store.value[table]) }, 'rows')
  const columns = useShownColumns(table, field.columns, rows)
  const { form } = useStore()
  const shown = Object.fromEntries(
    Object.entries(columns).filter(([column]) => !form.rules.some(({ acceptedBy }) => acceptedBy === column)),
  )
  return (
    <div className="oa-entered-rows" data-cell={table} role="group" aria-label={label(field)}>
      <SectionTitle {...(rows.length > 1 && { count: rows.length })}
        action={<Button type="link" size="small" onClick={onChange}>{t('changeRows')}</Button>}
      >
        {label(field)}
      </SectionTitle>
      <AccountCards table={table} columns={shown} rows={rows} />
    </div>
  )
}
