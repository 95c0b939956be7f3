import type { FieldProblem } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'

/** Reports approvers chosen in a field who have left or are disabled. */
export const chosenApprovers: DocumentExtension = {
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
