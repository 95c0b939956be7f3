import { Refused } from '#kernel/errors.ts'
import { type FlowNode, mapNodes, nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { ApprovalNode, Flow } from '#kernel/flow.ts'
import type { ChangeableSettings, FlowDifference, FlowNodeView, FlowView, NodeSettings } from '#kernel/flow/flow-version.ts'
import { isEverybody, type Starters } from '#kernel/flow/starters.ts'
import type { Form } from '#kernel/form.ts'
import { roleDefinitions } from '#kernel/role-definitions.ts'
import { isMoneyForm } from '#approval/interventions.ts'
import { heldPolicy } from '#approval/resolve/interested.ts'
import type { Directory } from '#approval/directory.ts'
import type { Db } from '#server/database/tables.ts'

/** Settings by node id, and those of the whole flow; absent settings are unchanged. */
export interface FlowChanges {
  readonly nodes: Readonly<Record<string, NodeSettings>>
  readonly settings: ChangeableSettings
}

/** The flow with changed settings; nodes, branches and approvers are unchanged. @throws Refused for an unknown node */
export function changedFlow(flow: Flow, { nodes, settings }: FlowChanges): Flow {
  const known = new Set(nodesOf(flow).map(({ id }) => id))
  if (Object.keys(nodes).some((id) => !known.has(id))) throw new Refused('documents.flowRefused')
  const changed = mapNodes(flow, (node) => {
    const own = nodes[node.id]
    return own ? withSettings(node, own) : node
  })
  const { starters, ...rest } = { ...changed.settings, ...settings }
  return { ...changed, settings: { ...rest, ...(starters && !isEverybody(starters) && { starters }) } }
}

function withSettings(node: FlowNode, { cn, en, when, mode, dueHours }: NodeSettings): FlowNode {
  const { when: _, ...rest } = node
  const named = { ...rest, cn, en, ...(when !== null && { when }) } as FlowNode
  return named.block === 'approve' ? withDecisions(named, { mode, dueHours }) : named
}

function withDecisions(node: ApprovalNode, { mode, dueHours }: Pick<NodeSettings, 'mode' | 'dueHours'>): ApprovalNode {
  const { dueHours: before, ...rest } = node
  const due = dueHours === undefined ? before : (dueHours ?? undefined)
  return { ...rest, mode: mode ?? node.mode, ...(due !== undefined && { dueHours: due }) }
}

/** The part of a node that administrators may see and change. */
export const nodeView = (node: FlowNode): FlowNodeView => ({
  id: node.id,
  block: node.block,
  cn: node.cn,
  en: node.en,
  when: node.when ?? null,
  ...(node.block === 'approve' && { mode: node.mode, dueHours: node.dueHours ?? null }),
})

/** Returns the current settings of a flow that administrators may change. */
export const settingsView = (
  { dedupe, emptyApprover, initiatorApprover, movesMoney, resumeMode, urgeMinutes, overdueHours, starters }: Flow['settings'],
  form: Form,
): ChangeableSettings => ({
  dedupe,
  emptyApprover,
  initiatorApprover: heldPolicy({ initiatorApprover, movesMoney }, isMoneyForm(form)),
  resumeMode,
  urgeMinutes,
  overdueHours,
  starters,
})

/** The allowed policies for approvers who are the initiator. */
export const initiatorPolicies = (form: Form, { settings: { movesMoney } }: Flow): readonly Policy[] =>
  policies.filter((initiatorApprover) => heldPolicy({ initiatorApprover, movesMoney }, isMoneyForm(form)) === initiatorApprover)

type Policy = Flow['settings']['initiatorApprover']
const policies: readonly Policy[] = ['superior', 'self', 'autoPass']

type People = Pick<Directory, 'person' | 'department'>

const none: Starters = { departments: [], roles: [], people: [] }

/** @throws Refused where an added starter does not exist or is disabled */
export async function demandStartersExist(db: Db, directory: People, { flow, before }: { readonly flow: Flow; readonly before: Flow }) {
  const [{ starters = none }, { starters: known = none }] = [flow.settings, before.settings]
  const roles = new Set((await rolesOf(db)).map(({ key }) => key))
  const exists = {
    departments: (id: string) => directory.department(id)?.enabled === true,
    roles: (key: string) => roles.has(key),
    people: (id: string) => directory.person(id)?.enabled === true,
  }
  const gone = (['departments', 'roles', 'people'] as const).filter((part) =>
    starters[part].some((id) => !known[part].includes(id) && !exists[part](id))
  )
  if (gone.length > 0)
    throw new Refused('documents.starterGone', {}, gone.map((part) => ({ field: `starters.${part}`, code: 'documents.starterGone' })))
}

/** The roles that can be chosen, and the names of all starters that the flow's versions contain. */
export async function startersView(db: Db, directory: People, flow: Flow,
  differences: readonly FlowDifference[] = []): Promise<Pick<FlowView, 'roles' | 'names'>> {
  const roles = await rolesOf(db)
  const shown = [flow.settings.starters,
    ...differences.filter(({ attribute }) => attribute === 'starters').flatMap((difference) =>
      [difference.base, difference.shipped, difference.own] as readonly (Starters | undefined)[]
    )].filter((starters) => starters !== undefined)
  const nameOf = (id: string) => directory.person(id)?.name ?? directory.department(id)?.name
  const ids = new Set(shown.flatMap(({ departments, people }) => [...departments, ...people]))
  return { roles, names: Object.fromEntries([...ids].flatMap((id) => {
    const name = nameOf(id)
    return name === undefined ? [] : [[id, name]]
  })) }
}

/** Roles that are assigned to people, not derived from a document, by their keys, with "中文/English" names. */
export const rolesOf = (db: Db) =>
  db.selectFrom('sys_role').select(['perm_chars as key', 'name']).where('del_flag', '=', 0).where('perm_chars', 'not in', ofDocuments)
    .orderBy('sort').orderBy('perm_chars').execute()

const ofDocuments = roleDefinitions.filter(({ holders }) => holders === 'document').map(({ key }) => key)
