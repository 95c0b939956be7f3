import { mapNodes } from '#kernel/flow/flow-nodes.ts'
import type { ApproverRule, Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { RecordOwners } from '#kernel/plugin.ts'
import { kindAt } from '#kernel/record-kinds.ts'

/** A rule as stored: some owner rules are stored under their former name. */
type StoredRule = { readonly rule: string; readonly field: string }

/** The flow of a form as stored. Owner rules keep their former name there, so that the hash of an existing flow does not change. */
export const flowBody = ({ flow, fields }: Form, owners: readonly RecordOwners[]): Flow =>
  withRules(flow, (rule) => {
    if (rule.rule !== 'ownerOf') return rule
    const kind = kindAt(fields, rule.field)
    const name = owners.find(({ of }) => of === kind)?.formerly
    return name === undefined ? rule : ({ ...rule, rule: name } satisfies StoredRule as unknown as ApproverRule)
  })

/** The inverse of `flowBody`. */
export function flowOfBody(body: Flow, owners: readonly RecordOwners[]): Flow {
  const former = new Set<string | undefined>(owners.map(({ formerly }) => formerly))
  return withRules(body, (rule) => (former.has(rule.rule) ? { ...(rule as StoredRule), rule: 'ownerOf' } : rule))
}

/** Transforms all rules of a flow, including nested ones. */
const withRules = (flow: Flow, change: (rule: ApproverRule) => ApproverRule): Flow =>
  mapNodes(flow,
    (node) => (node.block === 'copy' ? { ...node, to: withParts(node.to, change) } : { ...node, by: withParts(node.by, change) }))

const withParts = (rule: ApproverRule, change: (rule: ApproverRule) => ApproverRule): ApproverRule =>
  rule.rule === 'both' || rule.rule === 'firstOf' ? { ...rule, parts: rule.parts.map((part) => withParts(part, change)) } : change(rule)
