import { fieldAt } from '../../evaluate/path.ts'
import type { FieldDefinition, Fields } from '../../fields.ts'
import type { ApproverRule, Flow } from '../../flow.ts'
import { nodesOf, ruleOf, simpleRules } from '../../flow/flow-nodes.ts'
import type { RoleScope } from '../../plugin.ts'
import { sourceOf } from '../../record-kinds.ts'
import { type Finding, finding, unknown, untranslated, within } from '../problem.ts'
import type { Referable } from '../fields/reference-findings.ts'

export type RoleScopes = ReadonlyMap<string, RoleScope>

type ScopedRule = Extract<ApproverRule, { rule: 'role' }> & { readonly by: string; readonly scope: string }

/** The role rules, among the simple rules of a rule, that are narrowed by a role scope. */
const scopedRoles = (rule: ApproverRule): readonly ScopedRule[] =>
  simpleRules(rule).flatMap((each) => each.rule === 'role' && each.by !== undefined && each.scope !== undefined ? [each as ScopedRule] : [])

/** The role rules of a whole flow that are narrowed by a role scope. */
export const scopedRolesOf = (flow: Flow): readonly ScopedRule[] => nodesOf(flow).flatMap((node) => scopedRoles(ruleOf(node)))

/** Finds nodes whose role scope is not declared, or whose field does not hold values of the scope. */
export function roleScopeFindings(flow: Flow, fields: Fields, scopes: RoleScopes): Finding[] {
  return nodesOf(flow).flatMap((node) =>
    within(node.id, scopedRoles(ruleOf(node)).flatMap(({ by, scope: path }) => {
      const scope = scopes.get(by)
      if (!scope) return unknown([by], () => false, { where: 'by', what: { cn: '角色范围', en: 'role scope' } })
      const field = fieldAt(fields, path)
      return !field || holdsValuesOf(scope, field)
        ? []
        : [
          finding('by', `字段“${path}”的值不属于角色范围“${scope.cn}”`,
            `The field “${path}” holds no values of the role scope “${scope.en}”`),
        ]
    })).map((found) => ({ ...found, node: node.id }))
  )
}

/** Checks a role scope itself: its texts, and that its dictionary or records exist. */
export function scopeFindings(scope: RoleScope,
  { dictionaries, referable }: { dictionaries: ReadonlySet<string>; referable: Referable }): Finding[] {
  return [
    ...untranslated(scope, ''),
    ...unknown(scope.dict === undefined ? [] : [scope.dict], (key) => dictionaries.has(key), { where: 'dict',
      what: { cn: '字典', en: 'dictionary' } }),
    ...unknown(scope.to === undefined ? [] : [scope.to], (name) => referable.offered.has(name), { where: 'to',
      what: { cn: '可选数据', en: 'offer' } }),
  ]
}

const holdsValuesOf = (scope: RoleScope,
  field: FieldDefinition): boolean => (scope.dict === undefined ? sourceOf(field) === scope.to : field.dict === scope.dict)
