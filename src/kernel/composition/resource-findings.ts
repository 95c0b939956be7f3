import { type Resource, scopeOf } from '../resource.ts'
import { fieldFindings } from './fields/field-findings.ts'
import { type ItemsOf, transferFindings } from './import-findings.ts'
import { type Finding, finding, unknown, untranslated } from './problem.ts'

const what = { cn: '字段', en: 'field' }

/** Finds the faults of a resource. Without `dictionaries`, those are not looked at; `itemsOf` knows their items. */
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
    ...unknown(resource.enable === undefined ? [] : [resource.enable], (key) => booleans.has(fields[key]?.kind ?? ''), {
      where: 'enable',
      what: { cn: '开关字段', en: 'switch' },
    }),
    ...scopeFindings(resource),
    ...confidentialFindings(resource),
    ...Object.entries(fields).filter(([, { visibleTo }]) => visibleTo).map(([key]) =>
      finding(key, '数据的字段由confidential保密', 'A record keeps its fields by `confidential`')
    ),
    ...transferFindings(resource, itemsOf),
  ]
}

/** A scope names a department field, an owner or both; anything else would show everybody's records, or nobody's. */
function scopeFindings(resource: Resource): Finding[] {
  const scope = scopeOf(resource)
  if (!scope) return []
  const kindOf = (
    key: string,
  ) => (Object.hasOwn(resource.fields, key) ? (resource.fields[key]?.of ?? resource.fields[key]?.kind) : undefined)
  const { departments, owner, sharedBy } = scope
  return [
    ...(departments === undefined && owner === undefined
      ? [finding('scope', '数据范围须指明部门字段或所有者', 'A scope names a department field or an owner')]
      : []),
    ...unknown(departments === undefined ? [] : [departments], (key) => kindOf(key) === 'department', { where: 'scope',
      what: { cn: '部门字段', en: 'department field' } }),
    ...unknown(owner === undefined ? [] : [owner], (key) => key === 'createBy' || people.has(kindOf(key) ?? ''), { where: 'scope',
      what: { cn: '人员字段', en: 'person field' } }),
    ...unknown(sharedBy === undefined ? [] : [sharedBy], (key) => ['select', 'radio'].includes(kindOf(key) ?? ''), { where: 'scope',
      what: { cn: '单选字段', en: 'choice' } }),
  ]
}

/** A confidential field would be disclosed by a search or an order over it. */
function confidentialFindings(resource: Resource): Finding[] {
  const named = [resource.key, ...resource.filters, ...resource.search, ...resource.sort.map(({ field }) => field),
    ...(resource.optionFields ?? []), ...(resource.import?.columns ?? []).map(({ field }) => field)]
  return unknown(named, (key) => !Object.hasOwn(resource.confidential ?? {}, key), { where: 'confidential',
    what: { cn: '公开字段', en: 'open field' } })
}

const people: ReadonlySet<string> = new Set(['person', 'people'])

const booleans: ReadonlySet<string> = new Set(['switch', 'checkbox'])
