import type { DocumentRow } from '#approval/wire/document-row.ts'
import { useBackend } from '#shell/backend.ts'
import { runExport } from '#shell/background-tasks/export-task.ts'
import { useText } from '#shell/text.tsx'
import type { DocumentListKind } from '../lists.ts'
import { useDocumentsText } from '../text.ts'

/** Documents that are printed at once. */
export const mostPrinted = 50

/** One PDF of all, or a zip of a PDF for each. */
export type PrintMode = 'merged' | 'archive'

/** Prints selected documents in the background: the header tells how far it is and stops it. */
export function useBatchPrint(list: DocumentListKind): (rows: readonly DocumentRow[], mode: PrintMode) => Promise<void> {
  const backend = useBackend()
  const { t } = useDocumentsText()
  const { label } = useText()
  return (rows, mode) => {
    const path = `/oaserver/prints/${mode}`
    const title = list.title ?? list
    const documents = rows.map(({ procInstId }) => procInstId)
    const run = crypto.randomUUID()
    return runExport(backend, { path, title, name: `${label(title)} (${rows.length}).${mode === 'merged' ? 'pdf' : 'zip'}`,
      failed: t('batch.notPrinted'), progress: `/oaserver/prints/progress/${run}`,
      call: { method: 'POST', path, body: { documents, run }, reads: true } })
  }
}
