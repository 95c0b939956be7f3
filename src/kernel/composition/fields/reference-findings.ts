import type { FieldDefinition, Fields } from '../../fields.ts'
import { kindAt, ownRecordKinds, sourceOf } from '../../record-kinds.ts'
import { type Finding, finding, unknown, untranslated, within } from '../problem.ts'
import { fieldAt } from '../../evaluate/path.ts'
import type { ApproverRule, Flow } from '../../flow.ts'
import { nodesOf, ownerPathsOf, ruleOf, simpleRules } from '../../flow/flow-nodes.ts'
import type { ExplanationKind, Plugin, RecordOwners, RoleScope } from '../../plugin.ts'
import { missingCode, type OpinionFact } from '../../flow/opinion-facts.ts'
import type { Label } from '../../wording/label.ts'

/** The records that fields of a composition may refer to. */
export interface Referable {
  /** Names under which records are offered. */
  readonly offered: ReadonlySet<string>
  /** Names of all resources, to explain a reference to one that offers no records. */
  readonly resources: ReadonlySet<string>
}

/** Finds references of fields and columns whose target does not exist. */
export function referenceFindings(fields: Fields, referable: Referable): Finding[] {
  return Object.entries(fields).flatMap(([key, field]) =>
    within(key, [
      ...nowhere('to', field.to, referable),
      ...nowhere('of', isModules(field) ? field.of : undefined, referable),
      ...referenceFindings(field.columns ?? {}, referable),
    ])
  )
}

const isModules = ({ of }: FieldDefinition): boolean => of !== undefined && !ownRecordKinds.has(of)

function nowhere(where: string, name: string | undefined, { offered, resources }: Referable): Finding[] {
  if (name === undefined || offered.has(name)) return []
  if (resources.has(name))
    return [
      finding(where, `资源“${name}”没有用offers声明可供选择`,
        `The resource “${name}” offers no records to choose from: it has no “offers”`),
    ]
  return [finding(where, `没有名为“${name}”的可选数据`, `Nothing is offered under the name “${name}”`)]
}

/** Finds nodes that ask for the owner of a field's records, where no module declares owners for such records. */
export function ownerFindings(flow: Flow, fields: Fields, owned: ReadonlySet<string>): Finding[] {
  return nodesOf(flow).flatMap((node) =>
    within(node.id, ownerPathsOf(node).flatMap((path) => {
      const field = fieldAt(fields, path)
      const kind = kindAt(fields, path)
      if (!field || kind === undefined || owned.has(kind)) return []
      return [
        finding('by', `没有插件用owners声明“${kind}”由谁负责，字段“${path}”（${field.cn}）不能用来查找审批人`,
          `No module declares in “owners” who answers for “${kind}”, so the field “${path}” (${field.en}) leads to no approver`),
      ]
    })).map((found) => ({ ...found, node: node.id }))
  )
}

/** Checks a declaration of record owners: the records are offered by a resource, and its texts exist in both languages. */
export function ownersFindings({ of, missing, ...label }: RecordOwners, { cn, en }: Plugin['locales'],
  { offered }: Pick<Referable, 'offered'>): Finding[] {
  const code = `approval.${missing}`
  return [
    ...untranslated(label, ''),
    ...(missing === undefined ? [] : untranslated({ cn: cn[code] ?? '', en: en[code] ?? '' }, code)),
    ...unknown([of], (name) => offered.has(name), { where: 'of', what: { cn: '可选数据', en: 'offer' } }),
  ]
}

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

/** Finds nodes that ask for a kind of explanation that no module declares. */
export const explanationFindings = (flow: Flow, known: ReadonlySet<string>): Finding[] =>
  nodesOf(flow).flatMap((node) => {
    const kinds = node.block === 'approve' && node.explains !== undefined ? [node.explains] : []
    return within(node.id,
      unknown(kinds, (key) => known.has(key), { where: 'explains', what: { cn: '说明类型', en: 'kind of explanation' } })).map((found) => ({
        ...found,
        node: node.id,
      }))
  })

/** Checks a kind of explanation: its label and the refusal text exist in both languages. */
export const kindFindings = (kind: ExplanationKind, locales: Plugin['locales']): Finding[] =>
  sentenceFindings(kind, `approval.${kind.key}Explanation`, locales)

/** Checks an opinion fact: its label and the refusal text exist in both languages. */
export const factFindings = (fact: OpinionFact, locales: Plugin['locales']): Finding[] =>
  sentenceFindings(fact, `approval.${missingCode(fact)}`, locales)

const sentenceFindings = (named: Label, code: string,
  { cn, en }: Plugin['locales']): Finding[] => [...untranslated(named, ''),
  ...untranslated({ cn: cn[code] ?? '', en: en[code] ?? '' }, code)]
