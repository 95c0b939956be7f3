import { nameOf } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/document-extension.ts'

/** Each explanation of the person who files, with the field that asks for it. */
const kinds = [
  { type: 'overBudget', asks: 'overBudget', text: 'overBudgetExplanation' },
  { type: 'overdue', asks: 'overdue', text: 'overdueExplanation' },
] as const

/** The explanation of the person who files heads the list to which approvers add theirs. */
export const explanations: DocumentExtension = {
  concerns: ({ fields }) => fields['explainDtoList']?.columns !== undefined,

  async prepare(step) {
    return step.filing ? { explainDtoList: kinds.flatMap((kind) => rowOf(step, kind)) } : {}
  },
}

function rowOf({ value, actor, directory }: DocumentStep, { type, asks, text }: (typeof kinds)[number]): FormValue[] {
  const explain = value[text]
  if (value[asks] !== true || typeof explain !== 'string' || explain.trim() === '') return []
  const unit = value['applicantDept']
  const department = typeof unit === 'string' ? directory.department(unit) : undefined
  return [{ rowId: type, userName: nameOf(actor.name, 'cn'), departmentName: nameOf(department?.name, 'cn'), explain, explainType: type }]
}
