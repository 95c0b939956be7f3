import { rowsAt } from '#kernel/evaluate/rows.ts'
import { textAt } from '#kernel/values/value.ts'
import type { DocumentExtension } from '#server/document-extension.ts'

/** A clause is reviewed by the head of its department unless somebody else is named. */
export const clauseReviewers: DocumentExtension = {
  concerns: ({ key }) => key === 'salesContractApproval' || key === 'purchaseContract',

  async prepare({ value, filing, directory }) {
    const rows = rowsAt(value, 'clauses')
    const headOf = (unit: string | undefined) => (unit === undefined ? undefined : directory.department(unit)?.head)
    const isOpen = rows.some((row) => textAt(row, 'reviewer') === undefined && headOf(textAt(row, 'department')) !== undefined)
    if (filing !== true || !isOpen) return {}
    return { clauses: rows.map((row) => (textAt(row, 'reviewer') === undefined ? { ...row, reviewer: headOf(textAt(row, 'department')) ?? null } : row)) }
  },
}
