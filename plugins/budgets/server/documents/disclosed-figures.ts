import type { DocumentExtension, DisplayStep } from '#server/extensions/document-extension.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { figuresScope } from '../grid/figures-scope.ts'

const withheld = { budget: null, spent: null, occupied: null, available: null, exceeded: null } as const

/**
 * Discloses the exceeded budgets of a document to each of its readers: the figures belong to who knows those budgets
 * and to who decides about the document; others are shown the budget, its band and what the document asks of it.
 */
export const figuresOfDocuments: DocumentExtension = {
  concerns: ({ fields }) => keyAs(fields, 'overBudgetRows') !== undefined,
  async disclosed(showing): Promise<FormValue> {
    const table = keyAs(showing.form.fields, 'overBudgetRows') ?? ''
    const rows = rowsAt(showing.value, table)
    if (rows.length === 0 || (await decides(showing))) return {}
    const knows = await figuresScope(showing, showing.db, { caller: showing.reader, directory: showing.directory })
    return { [table]: rows.map((row) => (knows(String(row['budgetDept'])) ? row : { ...row, ...withheld })) }
  },
}

/** Returns whether the reader has, or had, to decide about a document of somebody else's. */
async function decides({ db, document, reader }: DisplayStep): Promise<boolean> {
  if (!document || document.starter === reader.id || document.applicant === reader.id) return false
  return (await db.selectFrom('task').select('id').where('document', '=', document.id).where('assignee', '=', reader.id).limit(1)
    .executeTakeFirst()) !== undefined
}
