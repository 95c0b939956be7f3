import type { DocumentExtension, DisplayStep } from '#server/extensions/document-extension.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { figuresScope } from '../grid/figures-scope.ts'

const withheld = { budget: null, spent: null, occupied: null, available: null, exceeded: null } as const

/**
 * Hides figures of exceeded budgets from readers who may neither see these budgets nor decide about the document; they get the budget, its
 * band and the requested amount only.
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

/** Returns whether the reader is or was an assignee of the document, and not its initiator or applicant. */
async function decides({ db, document, reader }: DisplayStep): Promise<boolean> {
  if (!document || document.starter === reader.id || document.applicant === reader.id) return false
  return (await db.selectFrom('task').select('id').where('document', '=', document.id).where('assignee', '=', reader.id).limit(1)
    .executeTakeFirst()) !== undefined
}
