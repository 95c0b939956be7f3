import { useState } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { isOpen } from '#shell/form/Sections.tsx'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { usePart, useStore } from '#shell/form/store/use-store.ts'
import { RowTable } from '#shell/form/table/RowTable.tsx'
import { areCards } from './AccountCards.tsx'
import { ReadTable } from './ReadTable.tsx'

interface ReadRowsProps {
  readonly table: string
  readonly field: FieldDefinition
}

/** Rows for reading, or inputs where the reader may write; accounts that are paid to stay cards until the reader changes them. */
export function ReadRows({ table, field }: ReadRowsProps) {
  const store = useStore()
  const [isChanging, setIsChanging] = useState(false)
  const isSettled = usePart((current) => areCards(field, rowsAt(current.value, table)) && !isInTheWay(current, table))
  if (!isOpen(store, table, field)) return <ReadTable table={table} field={field} />
  return isSettled && !isChanging ? <ReadTable table={table} field={field} onChange={() => setIsChanging(true)} /> : <RowTable table={table} field={field} />
}

const isInTheWay = (store: FormStore, table: string): boolean =>
  store.allProblems().some(({ name, level }) => level === 'block' && (name === table || name.startsWith(`${table}:`)))
