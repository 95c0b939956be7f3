import { Checkbox } from 'antd'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { useText } from '#shell/text.tsx'
import type { DocumentListKind } from '../lists.ts'
import { useDocumentsText, type DocumentsTextKey } from '../text.ts'
import { titleOf } from '../title.ts'
import { isSelectable, type Triage } from '../triage/use-triage.ts'

interface SelectCellProps {
  readonly list: DocumentListKind
  readonly row: DocumentRow
  readonly triage: Triage
}

/** The box of a row, named by its document; one that may not be passed with others says why. */
export function SelectCell({ list, row, triage: { selection } }: SelectCellProps) {
  const { t } = useDocumentsText()
  const title = titleOf(row, useText())
  const why = reasonOf(row)
  const isFree = isSelectable(list, row)
  const name = t('select.row', { title })
  return (
    <span className="oa-tick" data-tip={isFree || !why ? undefined : t(why)}>
      <Checkbox checked={selection.ids.has(row.id)} disabled={!isFree} aria-label={isFree || !why ? name : `${name}. ${t(why)}`} onChange={(
        { nativeEvent },
      ) => ('shiftKey' in nativeEvent && nativeEvent.shiftKey ? selection.reach(row.id) : selection.toggle(row.id))} />
    </span>
  )
}

const reasons: readonly string[] = ['exceptions', 'opinion', 'explanation', 'checks', 'people', 'fields', 'confirmation']

const reasonOf = ({ batchPass }: DocumentRow): DocumentsTextKey | undefined => {
  if (batchPass === true || batchPass === null) return undefined
  return (reasons.includes(batchPass.reason) ? `why.${batchPass.reason}` : 'why.unknown') as DocumentsTextKey
}

/** The box above them: all that may be passed with others. */
export function SelectAllCell(
  { list, rows, triage: { selection } }: { list: DocumentListKind; rows: readonly DocumentRow[]; triage: Triage },
) {
  const { t } = useDocumentsText()
  const free = rows.filter((row) => isSelectable(list, row)).length
  return (
    <Checkbox checked={free > 0 && selection.ids.size === free} indeterminate={selection.ids.size > 0 && selection.ids.size < free}
      disabled={free === 0} aria-label={t(list.name === 'todo' ? 'select.all' : list.name === 'cc' ? 'select.allRead' : 'select.allPrint')}
      onChange={selection.toggleAll} />
  )
}
