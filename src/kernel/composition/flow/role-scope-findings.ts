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

/** The roles that a rule asks by a scope of theirs. */
const scopedRoles = (rule: ApproverRule): readonly ScopedRule[] =>
  simpleRules(rule).flatMap((each) => each.rule === 'role' && each.by !== undefined && each.scope !== undefined ? [each as ScopedRule] : [])

/** Those of a whole flow. */
export const scopedRolesOf = (flow: Flow): readonly ScopedRule[] => nodesOf(flow).flatMap((node) => scopedRoles(ruleOf(node)))

/** Nodes that ask a role by a scope that nobody declares, or by a field that does not hold its values. */
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

/** Finds the faults of a scope itself: choices that nobody declares. */
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
