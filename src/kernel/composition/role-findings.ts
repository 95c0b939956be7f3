import type { Fields } from '../fields.ts'
import type { ApproverRule } from '../flow.ts'
import { nodesOf, ruleOf, simpleRules } from '../flow/flow-nodes.ts'
import type { Form } from '../form.ts'
import type { Plugin } from '../plugin.ts'
import { type RoleDefinition, roleDefinitions } from '../role-definitions.ts'
import { type Finding, finding } from './problem.ts'

/** The roles of the product and of its modules, in display order. Holders of a module's role are listed by name. */
export const declaredRoles = (plugins: readonly Plugin[]): readonly RoleDefinition[] =>
  [...roleDefinitions, ...plugins.flatMap(({ roles }) => roles.map((role): RoleDefinition => ({ ...role, holders: 'members' })))].toSorted(
    ({ sort: one = last }, { sort: other = last }) => one - other,
  )

const last = Number.MAX_SAFE_INTEGER

/** A role that a form names, with the place and, for an approver rule, the node. */
interface NamedRole {
  readonly where: string
  readonly role: string
  readonly node?: string
}

/** The roles that a form names: in nodes, follow-ups, postings, payments and confidential fields. */
export const rolesNamed = ({ flow, fields, followUps = [], posts = [], paidBy = [] }: Form): readonly NamedRole[] => [
  ...nodesOf(flow).flatMap((node) => rolesIn(ruleOf(node)).map((role) => ({ where: `flow › ${node.id} › by`, role, node: node.id }))),
  ...followUps.flatMap(({ id, role }) => (role === undefined ? [] : [{ where: `followUps › ${id}`, role }])),
  ...posts.flatMap(({ id, role }) => (role === undefined ? [] : [{ where: `posts › ${id}`, role }])),
  ...paidBy.map((role) => ({ where: 'paidBy', role })),
  ...readersIn(fields).flatMap(([path, readers]) => readers.map((role) => ({ where: `fields › ${path} › visibleTo`, role }))),
]

/** Finds roles that a form names and no plugin declares: they would have no holders. */
export const roleFindings = (form: Form, roles: ReadonlySet<string>): Finding[] =>
  rolesNamed(form).filter(({ role }) => role !== '' && !roles.has(role)).map(({ where, role, node }) => ({
    ...finding(where, `${node === undefined ? '这里' : `节点“${node}”`}使用了角色“${role}”，但没有插件声明它`,
      `${node === undefined ? 'It' : `The node “${node}”`} names the role “${role}”, which no plugin declares under “roles”`),
    ...(node !== undefined && { node }),
  }))

const rolesIn = (rule: ApproverRule): readonly string[] => simpleRules(rule).flatMap((each) => (each.rule === 'role' ? [each.role] : []))

/** The roles in `visibleTo` of fields and columns, by path. */
const readersIn = (fields: Fields): readonly (readonly [path: string, roles: readonly string[]])[] =>
  Object.entries(fields).flatMap((
    [key, { visibleTo, columns = {} }],
  ) => [[key, visibleTo?.roles ?? []] as const, ...readersIn(columns).map(([column, roles]) => [`${key}.${column}`, roles] as const)])
