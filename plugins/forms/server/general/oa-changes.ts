import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'

/** Two changes of one process at a time are asked about; the applicant's own department does not countersign. */
export const oaChanges: DocumentExtension = {
  concerns: ['oaChange'],

  async check(step) {
    return step.filing ? inOtherChange(step) : []
  },
}

async function inOtherChange({ db, form, value, document, references }: DocumentStep): Promise<FieldProblem[]> {
  const wanted = processesOf(value)
  if (wanted.length === 0) return []
  const others = await db
    .selectFrom('document')
    .select(['number', 'value'])
    .where('type', '=', form.key)
    .where('state', '=', 'inApproval')
    .where('id', '<>', document.id)
    .execute()
  const changes = new Map(others.flatMap(({ number, value: other }) => processesOf(other).map((process) => [process, number] as const)))
  const named = (await references.source('process')?.find(db, wanted.filter((process) => changes.has(process)))) ?? []
  return wanted.flatMap((process, index): FieldProblem[] => {
    const no = changes.get(process)
    const label = named.find(({ id }) => id === process)?.name ?? process
    return no === undefined
      ? []
      : [{ field: `processRefs.${index}.process`, code: 'forms.processInChange', parameters: { label, no }, level: 'confirm' }]
  })
}

const processesOf = (value: FormValue): string[] => rowsAt(value, 'processRefs').map((row) => String(row['process'] ?? ''))
