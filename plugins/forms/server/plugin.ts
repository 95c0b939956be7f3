import type { FieldProblem } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { Fields } from '#kernel/fields.ts'
import { nameOf } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { defineServer } from '#server/plugin.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { lateFilings } from './late-filings.ts'
import { liveInvoices } from './live-invoices.ts'
import { migrations } from './migrations.ts'
import { payees } from './payees.ts'

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
const explanations: DocumentExtension = {
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

/** Reports approvers chosen in a field who have left or are disabled. */
const chosenApprovers: DocumentExtension = {
  concerns: (form) => choosingFields(form).length > 0,

  async check({ form, value, directory, filing }) {
    if (!filing) return []
    return choosingFields(form).flatMap((field): FieldProblem[] => {
      const chosen = Array.isArray(value[field]) ? (value[field] as readonly string[]) : []
      const gone = chosen.flatMap((id) => directory.person(id) ?? []).find(({ enabled, departed }) => !enabled || departed)
      return gone
        ? [{ field, code: gone.departed ? 'approval.approverLeft' : 'approval.approverDisabled', parameters: { name: gone.name } }]
        : []
    })
  },
}

/** Fields from which nodes take their approvers. */
const choosingFields = ({ flow }: Form): readonly string[] =>
  nodesOf(flow).flatMap((
    node,
  ) => (node.block === 'approve' && node.by.rule === 'selectUser' && node.by.from !== undefined ? [node.by.from] : []))

export default defineServer({ id: 'forms', migrations, extensions: [payees, explanations, chosenApprovers, liveInvoices, lateFilings] })
