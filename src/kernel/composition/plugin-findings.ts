import { type Form, formPermissions } from '../form.ts'
import { everything, type Permission } from '../permissions.ts'
import type { Label } from '../wording/label.ts'
import { fieldSchema } from '../kinds/schema.ts'
import { enteredFigure } from '../parameters/parameters.ts'
import { type Dictionary, type DictionaryItem, offeredReferences, type Plugin } from '../plugin.ts'
import { flowConditionFindings } from '../flow-analysis/analyse-flow.ts'
import { callFindings, takenFindings } from './link-findings.ts'
import { contributionFindings, type PublishedPoints, publishedPoints } from './contribution-findings.ts'
import { explanationFindings, factFindings, kindFindings, ownerFindings, ownersFindings, type Referable, referenceFindings,
  roleScopeFindings, type RoleScopes, scopeFindings } from './fields/reference-findings.ts'
import { installKinds } from '../kinds/host-traits.ts'
import { declaredRoles, groupName, moduleFieldFindings, type Owners, ownersOf, requirementFindings,
  roleFindings } from './requirement-findings.ts'
import { declaredFieldRoleFindings, documentMarkFindings, fieldRoleFindings, type FieldRoleHolders,
  fieldRoleHolders } from './fields/field-role-findings.ts'
import { formFindings } from './form-findings.ts'
import { type Finding, finding, repeated, unknown, untranslated, within } from './problem.ts'
import { resourceFindings } from './resource-findings.ts'
import { formula } from '../evaluate/plan/formula.ts'
import { FeelError } from '../feel/feel.ts'

/** The declarations of a whole composition, which each of its plugins may refer to. */
export interface Composition {
  readonly plugins: ReadonlySet<string>
  readonly owners: Owners
  readonly permissions: ReadonlySet<Permission>
  readonly dictionaries: ReadonlyMap<string, Dictionary>
  readonly menus: ReadonlySet<string>
  readonly referable: Referable
  /** Names of the calls of other systems. */
  readonly calls: ReadonlySet<string>
  /** Keys of the roles of the product and of its modules. */
  readonly roles: ReadonlySet<string>
  readonly roleScopes: RoleScopes
  /** Names of the kinds of records that have owners. */
  readonly owned: ReadonlySet<string>
  readonly fieldRoles: FieldRoleHolders
  /** Names of the field kinds and field components that modules declare. */
  readonly moduleFields: { readonly kinds: ReadonlySet<string>; readonly components: ReadonlySet<string> }
  /** Names of the document marks. */
  readonly marks: ReadonlySet<string>
  /** Keys of explanations that nodes may ask for. */
  readonly explanations: ReadonlySet<string>
  readonly forms: ReadonlyMap<string, Form>
  readonly points: PublishedPoints
  readonly contributors: readonly Plugin[]
}

/** Builds the composition of these plugins. Side effect: installs their field kinds in this process. */
export function compositionOf(plugins: readonly Plugin[]): Composition {
  const forms = plugins.flatMap((plugin) => plugin.forms)
  installKinds(plugins.flatMap(({ kinds }) => kinds))
  return {
    plugins: new Set(plugins.map(({ id }) => id)),
    owners: ownersOf(plugins),
    forms: new Map(forms.map((form) => [form.key, form])),
    points: publishedPoints(plugins),
    contributors: plugins,
    permissions: new Set([
      everything,
      ...plugins.flatMap(({ permissions }) => permissions),
      ...forms.flatMap((form) => [...form.permissions, ...Object.values(formPermissions(form.key))]),
    ]),
    dictionaries: new Map(plugins.flatMap(({ dictionaries }) => dictionaries.map((dictionary) => [dictionary.key, dictionary] as const))),
    menus: new Set(plugins.flatMap(({ menus }) => menus.map(({ id }) => id))),
    calls: new Set(plugins.flatMap(({ calls }) => calls)),
    roles: new Set(declaredRoles(plugins).map(({ key }) => key)),
    roleScopes: new Map(plugins.flatMap(({ roleScopes }) => roleScopes.map((scope) => [scope.key, scope] as const))),
    owned: new Set(plugins.flatMap(({ owners }) => owners.map(({ of }) => of))),
    fieldRoles: fieldRoleHolders(plugins),
    moduleFields: { kinds: new Set(plugins.flatMap(({ kinds }) => kinds.map(({ key }) => key))),
      components: new Set(plugins.flatMap(({ fieldComponents }) => fieldComponents)) },
    marks: new Set(plugins.flatMap(({ documentMarks }) => documentMarks.map(({ role }) => role))),
    explanations: new Set(plugins.flatMap(({ explanationKinds }) => explanationKinds.map(({ key }) => key))),
    referable: {
      offered: new Set(offeredReferences(plugins)),
      resources: new Set(plugins.flatMap(({ resources }) => resources.map(({ name }) => name))),
    },
  }
}

/** Checks one plugin of a composition. */
export function pluginFindings(plugin: Plugin, composition: Composition): Finding[] {
  const dictionaries = new Set(composition.dictionaries.keys())
  return [
    ...unknown(plugin.requires, (id) => id !== plugin.id && composition.plugins.has(id), { where: 'requires',
      what: { cn: '插件', en: 'plugin' } }),
    ...requirementFindings(plugin, composition.owners),
    ...contributionFindings(plugin, composition.points, composition.contributors),
    ...plugin.forms.flatMap((form) =>
      within(`form ${form.key}`, [...formFindingsOf(form, composition), ...unknown([form.group], (id) =>
        composition.owners.formGroups.has(id), { where: 'group', what: groupName })])
    ),
    ...plugin.formGroups.flatMap((group) => within(`formGroup ${group.id}`, untranslated(group, ''))),
    ...plugin.resources.flatMap((resource) =>
      within(`resource ${resource.name}`, [
        ...resourceFindings(resource, dictionaries, (key) => composition.dictionaries.get(key)?.items),
        ...referenceFindings(resource.fields, composition.referable),
        ...fieldRoleFindings(resource.fields, composition.fieldRoles),
        ...moduleFieldFindings(resource.fields, composition.moduleFields),
      ])
    ),
    ...permissionFindings(plugin, composition),
    ...menuFindings(plugin, composition),
    ...plugin.dictionaries.flatMap((dictionary) => within(`dictionary ${dictionary.key}`, dictionaryFindings(dictionary))),
    ...plugin.roles.flatMap((role) => within(`role ${role.key}`, untranslated(role, ''))),
    ...plugin.roleScopes.flatMap((scope) =>
      within(`roleScope ${scope.key}`, scopeFindings(scope, { dictionaries, referable: composition.referable }))
    ),
    ...plugin.owners.flatMap((owners) => within(`owners ${owners.of}`, ownersFindings(owners, plugin.locales, composition.referable))),
    ...plugin.fieldRoles.flatMap((declared) =>
      within(`fieldRole ${declared.role as string}`, declaredFieldRoleFindings(declared, composition.marks))
    ),
    ...plugin.documentMarks.flatMap((mark) => within(`documentMark ${mark.role as string}`, documentMarkFindings(mark))),
    ...plugin.explanationKinds.flatMap((kind) => within(`explanationKind ${kind.key}`, kindFindings(kind, plugin.locales))),
    ...plugin.opinionFacts.flatMap((fact) => within(`opinionFact ${fact.key}`, factFindings(fact, plugin.locales))),
    ...plugin.messageKinds.flatMap(({ key, title, content }) =>
      within(`messageKind ${key}`, [...translationFindings(title, 'title'), ...translationFindings(content, 'content')])
    ),
    ...unknown(plugin.linkAttributes, (key) => plugin.forms.some(({ fields }) => key in fields), { where: 'linkAttributes',
      what: { cn: '字段', en: 'field' } }),
    ...within('locales', localeFindings(plugin)),
  ]
}

/** Checks a form with its composition; if it has no faults, the conditions of its flow too. */
export function formFindingsOf(form: Form,
  { dictionaries, referable, roles, roleScopes, calls, forms, owned, fieldRoles, explanations, moduleFields }: Composition): Finding[] {
  const { fields, rules, flow, budget } = form
  const findings = [...formFindings(form, new Set(dictionaries.keys())),
    ...lookupFindings({ ...fields, rules, flow, budget }, dictionaries), ...referenceFindings(fields, referable),
    ...fieldRoleFindings(fields, fieldRoles), ...moduleFieldFindings(fields, moduleFields)]
  if (findings.length > 0) return findings
  const outside = [
    ...roleFindings(form, roles),
    ...within('flow', [...roleScopeFindings(flow, fields, roleScopes), ...ownerFindings(flow, fields, owned),
      ...explanationFindings(flow, explanations)]),
    ...callFindings(form, calls),
    ...takenFindings(form, forms),
  ]
  if (outside.length > 0) return outside
  return within('flow', flowConditionFindings(form.flow, { fields: form.fields, dictionaries: (key) => dictionaries.get(key)?.items }))
}

function permissionFindings({ resources }: Plugin, { permissions }: Composition): Finding[] {
  return resources.flatMap(({ name, can }) =>
    within(`resource ${name}`, unknown(Object.values(can), (needed) =>
      permissions.has(needed), { where: 'can', what: { cn: '权限', en: 'permission' } }))
  )
}

function menuFindings({ menus }: Plugin, composition: Composition): Finding[] {
  return menus.flatMap((menu) =>
    within(`menu ${menu.id}`, [
      ...untranslated(menu, ''),
      ...unknown(menu.needs === undefined ? [] : [menu.needs], (needed) => composition.permissions.has(needed), { where: 'needs',
        what: { cn: '权限', en: 'permission' } }),
      ...unknown(menu.parent === undefined ? [] : [menu.parent], (id) => id !== menu.id && composition.menus.has(id), { where: 'parent',
        what: { cn: '菜单', en: 'menu' } }),
    ])
  )
}

function dictionaryFindings(dictionary: Dictionary): Finding[] {
  return [
    ...untranslated(dictionary, ''),
    ...repeated(dictionary.items.map(({ value }) => value), { where: '', what: { cn: '字典值', en: 'value' } }),
    ...dictionary.items.flatMap((
      item,
    ) => [...untranslated(item, item.value), ...(item.meaning ? untranslated(item.meaning, `${item.value} › meaning`) : [])]),
    ...(dictionary.parameters ? dictionary.items.flatMap(parameterFindings) : []),
  ]
}

function parameterFindings({ value, cn, meaning, measure }: DictionaryItem): Finding[] {
  return [
    ...(meaning ? [] : [finding(value, '缺少参数含义', 'The parameter does not say what it is')]),
    ...(measure ? [] : [finding(value, '缺少参数类型', 'The parameter does not say how it is entered')]),
    ...(measure && !fieldSchema(measure.field).safeParse(enteredFigure(measure, cn)).success
      ? [finding(value, `参数值“${cn}”不符合其类型`, `The figure “${cn}” is none of its kind`)]
      : []),
  ]
}

function localeFindings({ locales: { cn, en } }: Plugin): Finding[] {
  const keys = [...new Set([...Object.keys(cn), ...Object.keys(en)])]
  return keys.flatMap((key) => translationFindings({ cn: cn[key] ?? '', en: en[key] ?? '' }, key))
}

function translationFindings(label: Label, where: string): Finding[] {
  const missing = untranslated(label, where)
  return missing.length > 0 || sameBlanks(label.cn, label.en)
    ? missing
    : [finding(where, '两种语言的占位符不一致', 'The blanks of the two languages differ')]
}

const sameBlanks = (one: string, other: string): boolean => blanksOf(one) === blanksOf(other)
const blanksOf = (sentence: string): string => [...new Set(sentence.match(/\{\w+/g) ?? [])].toSorted().join(' ')

type Dictionaries = ReadonlyMap<string, Dictionary>

/**
 * Checks the calls of `dict` and `parameter` in the expressions of a declaration: the dictionary exists, keeps parameters, and has the
 * parameter. Expressions that do not parse are reported elsewhere.
 */
function lookupFindings(declared: unknown, dictionaries: Dictionaries): Finding[] {
  if (typeof declared === 'string') return mayLookUp.test(declared) ? inExpression(declared, dictionaries) : []
  if (typeof declared !== 'object' || declared === null) return []
  return Object.entries(declared).flatMap(([key, inner]) => within(placeOf(inner, key), lookupFindings(inner, dictionaries)))
}

const mayLookUp = /\b(dict|parameter)\s*\(/

/** Path segment of a nested declaration: its `id`, if it has one, else its key. */
const placeOf = (inner: unknown, key: string): string =>
  typeof inner === 'object' && inner !== null && 'id' in inner && typeof inner.id === 'string' ? inner.id : key

function inExpression(source: string, dictionaries: Dictionaries): Finding[] {
  try {
    return formula(source, []).expression.lookups.flatMap((lookup) => faultsOf(lookup, dictionaries))
  } catch (error) {
    if (error instanceof FeelError) return []
    throw error
  }
}

function faultsOf({ function: name, texts: [key, value] }: { readonly function: string; readonly texts: readonly (string | undefined)[] },
  dictionaries: Dictionaries): Finding[] {
  if (key === undefined) return []
  const dictionary = dictionaries.get(key)
  if (!dictionary) return [finding('', `没有字典“${key}”`, `There is no dictionary “${key}”`)]
  if (name !== 'parameter') return []
  if (!dictionary.parameters) return [finding('', `字典“${key}”不是参数`, `The dictionary “${key}” keeps no parameters`)]
  const isKnown = value === undefined || dictionary.items.some((item) => item.value === value)
  return isKnown ? [] : [finding('', `没有参数“${key} ${value}”`, `There is no parameter “${value}” in “${key}”`)]
}
