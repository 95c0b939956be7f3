import { type Resource, scopeOf } from '../resource.ts'
import { fieldFindings } from './fields/field-findings.ts'
import { kindOf } from '../kinds/registry.ts'
import { type ItemsOf, transferFindings } from './import-findings.ts'
import { type Finding, finding, unknown, untranslated } from './problem.ts'

const what = { cn: '字段', en: 'field' }

/** Checks a resource. Without `dictionaries`, these are not checked; `itemsOf` returns their items. */
export function resourceFindings(resource: Resource, dictionaries?: ReadonlySet<string>, itemsOf?: ItemsOf): Finding[] {
  const { fields } = resource
  const known = (key: string): boolean => Object.hasOwn(fields, key)
  const named = {
    key: [resource.key],
    columns: resource.columns,
    filters: resource.filters,
    search: resource.search,
    sort: resource.sort.map(({ field }) => field),
    optionFields: resource.optionFields ?? [],
    derived: resource.derived ?? [],
    batch: resource.batch ?? [],
    reveals: Object.entries(resource.reveals ?? {}).flat(2),
    confidential: Object.keys(resource.confidential ?? {}),
  }
  return [
    ...untranslated(resource, ''),
    ...fieldFindings({ fields, dictionaries, nodes: new Set() }),
    ...Object.entries(named).flatMap(([where, keys]) => unknown(keys, known, { where, what })),
    ...unknown(resource.enable === undefined ? [] : [resource.enable],
      (key) => fields[key] !== undefined && kindOf(fields[key]).holds === 'boolean', {
      where: 'enable',
      what: { cn: '开关字段', en: 'switch' },
    }),
    ...scopeFindings(resource),
    ...confidentialFindings(resource),
    ...sealedFindings(resource),
    ...Object.entries(fields).filter(([, { visibleTo }]) => visibleTo).map(([key]) =>
      finding(key, '数据的字段由confidential保密', 'A record keeps its fields by `confidential`')
    ),
    ...transferFindings(resource, itemsOf),
  ]
}

/** Checks the row scope: it names a department field, an owner, or both. Without either it would match all records, or none. */
function scopeFindings(resource: Resource): Finding[] {
  const scope = scopeOf(resource)
  if (!scope) return []
  const kindAt = (
    key: string,
  ) => (Object.hasOwn(resource.fields, key) ? (resource.fields[key]?.of ?? resource.fields[key]?.kind) : undefined)
  const { departments, owner, sharedBy } = scope
  return [
    ...(departments === undefined && owner === undefined
      ? [finding('scope', '数据范围须指明部门字段或所有者', 'A scope names a department field or an owner')]
      : []),
    ...unknown(departments === undefined ? [] : [departments], (key) => kindAt(key) === 'department', { where: 'scope',
      what: { cn: '部门字段', en: 'department field' } }),
    ...unknown(owner === undefined ? [] : [owner], (key) => key === 'createBy' || people.has(kindAt(key) ?? ''), { where: 'scope',
      what: { cn: '人员字段', en: 'person field' } }),
    ...unknown(sharedBy === undefined ? [] : [sharedBy], (key) => ['select', 'radio'].includes(kindAt(key) ?? ''), { where: 'scope',
      what: { cn: '单选字段', en: 'choice' } }),
  ]
}

/** Finds confidential fields among filters, search, sort order, options and import: each would disclose them. */
function confidentialFindings(resource: Resource): Finding[] {
  const named = [resource.key, ...resource.filters, ...resource.search, ...resource.sort.map(({ field }) => field),
    ...(resource.optionFields ?? []), ...(resource.import?.columns ?? []).map(({ field }) => field)]
  return unknown(named, (key) => !Object.hasOwn(resource.confidential ?? {}, key), { where: 'confidential',
    what: { cn: '公开字段', en: 'open field' } })
}

/** A sealed field is found by nothing: no two values that are equal look alike in the database. */
function sealedFindings(resource: Resource): Finding[] {
  const named = [resource.key, ...resource.filters, ...resource.search, ...resource.sort.map(({ field }) => field),
    ...(resource.optionFields ?? []), ...(resource.import?.match ?? [])]
  return Object.entries(resource.fields).filter(([, { sealed }]) => sealed).flatMap(([key, { masked }]) => [
    ...(named.includes(key)
      ? [finding(key, '密封字段不能用于查找、排序和引用', 'A sealed field is neither found, ordered by nor offered')]
      : []),
    ...(masked && Object.hasOwn(resource.confidential ?? {}, key)
      ? []
      : [finding(key, '密封字段必须掩码并保密', 'A sealed field is masked and confidential')]),
  ])
}

const people: ReadonlySet<string> = new Set(['person', 'people'])
