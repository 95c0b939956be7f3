import type { DocumentRow } from '#approval/wire/document-row.ts'
import { MarkPill, useDocumentMarks } from '#shell/parts/document/DocumentMarks.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { waitingText } from '../duration.ts'
import { isIn } from '../states.ts'
import { useDocumentsText } from '../text.ts'
import { useText } from '#shell/text.tsx'

interface RemarkProps {
  readonly row: DocumentRow
  /** The reason for which the server did not pass it. */
  readonly refused?: string
}

/** The one pill that a row may have: why it was not passed, a mark that a module declares, overdue, urged, added by countersign. */
export function Remark({ row, refused }: RemarkProps) {
  const { t } = useDocumentsText()
  const text = useText()
  const [mark] = useDocumentMarks(row.marks)
  if (refused !== undefined)
    return (
      <span className="oa-refused" title={refused}>
        <Pill tone="red">{t('remark.refused', { reason: refused })}</Pill>
      </span>
    )
  if (mark) return <MarkPill mark={mark} />
  if (row.overdue) return <Pill tone="orange">{t('remark.overdue', { time: waitingText(Math.max(1, row.overdueHours ?? 1), text) })}</Pill>
  if (row.urgeCount > 0 && isIn(row, 'inApproval')) return <Pill tone="accent">{t('remark.urged', { count: row.urgeCount })}</Pill>
  return row.countersign ? <Pill tone="grey">{t('remark.countersign')}</Pill> : null
}
