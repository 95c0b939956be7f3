import { useState } from 'react'
import type { TableRows } from '#kernel/import-answer.ts'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import { FailedRows } from './FailedRows.tsx'
import { RowImport } from './RowImport.tsx'
import { usePaste } from './use-paste.ts'

/** The buttons that fill a table from a workbook, while the person who files the form sits at a desk; otherwise nothing. */
export function useRowFile(table: string, limit: number) {
  const store = useStore()
  const isMobile = useIsMobile()
  const [failed, setFailed] = useState<TableRows>()
  const paste = usePaste(table, { limit, onFailed: setFailed })
  if (isMobile || store.at !== 'start' || !store.editable(table)) return {}
  return {
    button: <RowImport table={table} limit={limit} onFailed={setFailed} />,
    paste,
    failures: <FailedRows answer={failed} onClose={() => setFailed(undefined)} />,
  }
}
