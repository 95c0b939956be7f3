import type { Resource } from '../resource.ts'
import { fieldFindings } from './field-findings.ts'
import { type Finding, unknown, untranslated } from './problem.ts'

const what = { cn: '字段', en: 'field' }

/** What is wrong with a resource. Without `dictionaries`, those are not looked at. */
export function resourceFindings(resource: Resource, dictionaries?: ReadonlySet<string>): Finding[] {
  const { fields } = resource
  const known = (key: string): boolean => Object.hasOwn(fields, key)
  const named = {
    key: [resource.key],
    columns: resource.columns,
    filters: resource.filters,
    search: resource.search,
    sort: resource.sort.map(({ field }) => field),
    optionFields: resource.optionFields ?? [],
    scope: resource.scope ? [resource.scope.departments] : [],
  }
  return [
    ...untranslated(resource, ''),
    ...fieldFindings({ fields, dictionaries, nodes: new Set() }),
    ...Object.entries(named).flatMap(([where, keys]) => unknown(keys, known, { where, what })),
    ...unknown(resource.enable === undefined ? [] : [resource.enable], (key) => booleans.has(fields[key]?.kind ?? ''), {
      where: 'enable', what: { cn: '开关字段', en: 'switch' },
    }),
  ]
}

const booleans: ReadonlySet<string> = new Set(['switch', 'checkbox'])
