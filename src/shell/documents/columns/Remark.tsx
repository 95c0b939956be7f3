import type { DocumentRow } from '#approval/wire/document-row.ts'
import { MarkPill, useDocumentMarks } from '#shell/parts/document/DocumentMarks.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { waitingText } from '../duration.ts'
import { isIn } from '../states.ts'
import { useDocumentsText } from '../texts.ts'
import { useText } from '#shell/text.tsx'

interface RemarkProps {
  readonly row: DocumentRow
  /** The reason why the server refused to pass it. */
  readonly refused?: string
}

/**
 * The single pill of a row, by priority: refusal, exceptions, document mark, overdue, urged, countersigned.
 */
export function Remark({ row, refused }: RemarkProps) {
  const { t } = useDocumentsText()
  const [mark] = useDocumentMarks(row.marks)
  if (refused !== undefined)
    return (
      <span className="oa-refused clip" title={refused}>
        <Pill tone="red">{t('remark.refused', { reason: refused })}</Pill>
      </span>
    )
  const exceptions = exceptionsOf(row)
  if (exceptions > 0) return <Pill tone="orange">{t('remark.exceptions', { count: exceptions })}</Pill>
  if (mark) return <MarkPill mark={mark} />
  return <OwnRemark row={row} />
}

/** The pills of the host. */
function OwnRemark({ row }: Pick<RemarkProps, 'row'>) {
  const { t } = useDocumentsText()
  const text = useText()
  if (row.overdue) return <Pill tone="orange">{t('remark.overdue', { time: waitingText(Math.max(1, row.overdueHours ?? 1), text) })}</Pill>
  if (row.urgeCount > 0 && isIn(row, 'inApproval')) return <Pill tone="accent">{t('remark.urged', { count: row.urgeCount })}</Pill>
  return row.countersign ? <Pill tone="grey">{t('remark.countersign')}</Pill> : null
}

/** Number of exceptions that the reader has to acknowledge before passing. */
const exceptionsOf = ({ batchPass }: DocumentRow): number => (typeof batchPass === 'object' ? (batchPass?.exceptions ?? 0) : 0)
