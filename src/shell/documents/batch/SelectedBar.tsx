import { useQueryClient } from '@tanstack/react-query'
import { useCommand } from '#shell/command/use-command.ts'
import { refreshDocuments } from '#shell/detail/refresh.ts'
import type { DocumentListKind } from '../lists.ts'
import type { Triage } from '../triage/use-triage.ts'
import { BatchBar } from './BatchBar.tsx'
import { useBatchPrint } from './use-batch-print.ts'

interface SelectedBarProps {
  readonly list: DocumentListKind
  readonly triage: Triage
  /** Absent where the list has nothing to pass. */
  onPass?(comment: string): void
}

/** The bar of the selected rows, while there are any. */
export function SelectedBar({ list, triage: { selected, selection }, onPass }: SelectedBarProps) {
  const command = useCommand()
  const client = useQueryClient()
  const print = useBatchPrint(list)
  if (selected.length === 0) return null
  const read = async () => {
    selection.clear()
    const body = list.name === 'cc'
      ? { procInstIdList: selected.map(({ procInstId }) => procInstId) }
      : { taskIdList: selected.map(({ id }) => id) }
    await command.run((http) => http.post('/workflow/tasks/setReadState', body))
    refreshDocuments(client)
  }
  const hasReadMarks = list.name === 'todo' || list.name === 'cc'
  return (
    <BatchBar rows={selected} onPass={onPass} onRead={hasReadMarks ? () => void read() : undefined}
      onPrint={(mode) => void print(selected, mode)} onClear={selection.clear} />
  )
}
