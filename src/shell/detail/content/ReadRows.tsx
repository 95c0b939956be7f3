import { useState } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import { isOpen } from '#shell/form/sections/Sections.tsx'
import { usePart, useStore } from '#shell/form/store/use-store.ts'
import { isSettledIn } from '#shell/form/table/EnteredRows.tsx'
import { RowTable } from '#shell/form/table/RowTable.tsx'
import { ReadTable } from './ReadTable.tsx'

interface ReadRowsProps {
  readonly table: string
  readonly field: FieldDefinition
}

/** Rows for reading, or inputs where the reader may write; accounts that are paid to stay cards until the reader changes them. */
export function ReadRows({ table, field }: ReadRowsProps) {
  const store = useStore()
  const [isChanging, setIsChanging] = useState(false)
  const isSettled = usePart((current) => isSettledIn(current, table, field))
  if (!isOpen(store, table, field)) return <ReadTable table={table} field={field} />
  return isSettled && !isChanging
    ? <ReadTable table={table} field={field} onChange={() => setIsChanging(true)} />
    : <RowTable table={table} field={field} />
}
