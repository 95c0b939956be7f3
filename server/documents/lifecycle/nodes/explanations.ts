import type { Explanation } from '#approval/types.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import { nameOf } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { newId } from '#server/identity/id.ts'
import type { CommandContext, OpenDocument } from '../run-command.ts'

/** Adds the caller's explanations to those of the document, with name and department as they are now. */
export function withExplanations({ caller }: CommandContext, { form, pinned, evaluation: { directory } }: OpenDocument,
  { value, node = '', explanations }: { value: FormValue; node: string | undefined; explanations: readonly Explanation[] }): FormValue {
  const list = keyAs(form.fields, 'explanations')
  if (explanations.length === 0 || list === undefined) return value
  const department = directory.department(directory.person(caller.id)?.departments[0] ?? '')
  const explanationKind = approvalNode(pinned.flow, node)?.explains
  const rows = explanations.map(({ kind = explanationKind, text }) => ({
    rowId: newId(),
    userName: nameOf(caller.name, 'cn'),
    departmentName: nameOf(department?.name, 'cn'),
    explain: text,
    explainType: kind ?? null,
  }))
  return { ...value, [list]: [...((value[list] as readonly unknown[] | undefined) ?? []), ...rows] }
}
