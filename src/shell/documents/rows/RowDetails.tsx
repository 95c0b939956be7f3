import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { Form } from '#kernel/form.ts'
import { useText } from '#shell/text.tsx'
import { OwnCell, shownColumns } from '../columns/own-columns.tsx'

/** The non-empty values of the form's own columns, with labels. */
export function RowDetails({ form, row }: { form: Form; row: DocumentRow }) {
  const { label } = useText()
  const filled = shownColumns(form).filter(({ key }) => ![undefined, null, '', false].includes(row.columns?.[key] as null))
  if (filled.length === 0) return null
  return (
    <div className="oa-row-details small line-18">
      {filled.map((column) => (
        <span key={column.key} className="oa-row-detail relative">
          <span>{label(column.field)}</span> <OwnCell form={form} column={column} row={row} />
        </span>
      ))}
    </div>
  )
}
