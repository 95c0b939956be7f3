import { mapNodes } from '#kernel/flow/flow-nodes.ts'
import type { ApproverRule, Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { RecordOwners } from '#kernel/plugin.ts'
import { kindAt } from '#kernel/record-kinds.ts'

/** A rule as it may be stored: under a name of its own for some owners of records. */
type StoredRule = { readonly rule: string; readonly field: string }

/** The flow of a form as it is stored. Owners keep the name that their rule has always had there, so that a flow keeps its hash. */
export const flowBody = ({ flow, fields }: Form, owners: readonly RecordOwners[]): Flow =>
  withRules(flow, (rule) => {
    if (rule.rule !== 'ownerOf') return rule
    const kind = kindAt(fields, rule.field)
    const name = owners.find(({ of }) => of === kind)?.formerly
    return name === undefined ? rule : ({ ...rule, rule: name } satisfies StoredRule as unknown as ApproverRule)
  })

/** The inverse. */
export function flowOfBody(body: Flow, owners: readonly RecordOwners[]): Flow {
  const former = new Set<string | undefined>(owners.map(({ formerly }) => formerly))
  return withRules(body, (rule) => (former.has(rule.rule) ? { ...(rule as StoredRule), rule: 'ownerOf' } : rule))
}

/** The flow with each of its rules as the function makes it, those that rules consist of included. */
const withRules = (flow: Flow, change: (rule: ApproverRule) => ApproverRule): Flow =>
  mapNodes(flow,
    (node) => (node.block === 'copy' ? { ...node, to: withParts(node.to, change) } : { ...node, by: withParts(node.by, change) }))

const withParts = (rule: ApproverRule, change: (rule: ApproverRule) => ApproverRule): ApproverRule =>
  rule.rule === 'both' || rule.rule === 'firstOf' ? { ...rule, parts: rule.parts.map((part) => withParts(part, change)) } : change(rule)
