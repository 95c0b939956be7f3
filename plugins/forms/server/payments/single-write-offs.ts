import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'

/** A payment stands in one row of the write-offs of a document. */
export const singleWriteOffs: DocumentExtension = {
  concerns: ({ fields }) => fields['writeOffItems']?.columns?.['disbursement'] !== undefined,

  async check({ value }) {
    const targets = rowsAt(value, 'writeOffItems').map((
      row,
    ) => (Array.isArray(row['disbursement']) ? (row['disbursement'] as readonly unknown[])[0] : undefined))
    return targets.flatMap((target, index): FieldProblem[] =>
      target !== undefined && targets.indexOf(target) < index
        ? [{ field: `writeOffItems.${index}.disbursement`, code: 'forms.writtenOffTwice' }]
        : []
    )
  },
}
