import { keyAs } from '#kernel/fields/roles.ts'
import type { Fields } from '#kernel/fields.ts'
import { nameOf } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'

/** Kinds of the initiator's explanations, with the fields that request and contain them. */
const kinds: readonly ExplanationKind[] = [
  { type: 'overBudget', asks: (fields) => keyAs(fields, 'overBudget'), text: (fields) => keyAs(fields, 'overBudgetExplanation') },
  { type: 'overdue', asks: () => 'overdue', text: () => 'overdueExplanation' },
]

interface ExplanationKind {
  readonly type: string
  asks(fields: Fields): string | undefined
  text(fields: Fields): string | undefined
}

/** Puts the initiator's explanations into the list to which approvers append theirs. */
export const explanations: DocumentExtension = {
  concerns: ({ fields }) => keyAs(fields, 'explanations') !== undefined,

  async prepare(step) {
    const list = keyAs(step.form.fields, 'explanations')!
    return step.filing ? { [list]: kinds.flatMap((kind) => rowOf(step, kind)) } : {}
  },
}

function rowOf({ form, value, actor, directory }: DocumentStep, { type, asks, text }: ExplanationKind): FormValue[] {
  const explain = value[text(form.fields) ?? '']
  if (value[asks(form.fields) ?? ''] !== true || typeof explain !== 'string' || explain.trim() === '') return []
  const unit = value['applicantDept']
  const department = typeof unit === 'string' ? directory.department(unit) : undefined
  return [{ rowId: type, userName: nameOf(actor.name, 'cn'), departmentName: nameOf(department?.name, 'cn'), explain, explainType: type }]
}
