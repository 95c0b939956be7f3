import { accessTo, disclosed, disclosedResource } from '#kernel/fields/disclosure.ts'
import { bilingual, composeName } from '#kernel/wording/names.ts'
import { type Resource, scopeOf } from '#kernel/resource.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { ReferenceQuery, ReferenceRecord, References, ReferenceSource } from '#server/host.ts'
import { columnsOf } from './columns.ts'
import { boundField } from './input.ts'
import { defaultOrder, keywordCondition } from './query.ts'
import { records, type StoredRecord } from './records.ts'
import type { RecordRules } from './rules.ts'
import { scopeConditions } from './scope.ts'
import { anyOf, type Condition, equals, inDepartments } from './statements.ts'

/** The reference source of a resource; `bearing` are the keys of cost-bearing departments in forms. */
export function referenceSource(resource: Resource, rules: RecordRules = {}, bearing: ReadonlySet<string> = new Set()): ReferenceSource {
  const all = records(resource, rules)
  const key = resource.fields[resource.key]
  return {
    keyLabel: key && { cn: key.cn, en: key.en },
    isNameless: namesOf(resource).length === 0,
    dictionaries: dictionariesOf(resource),
    isLimited: (caller) => isPersonal(resource) || Object.keys(resource.fields).some((wire) => accessTo(resource, caller, wire) !== 'full'),
    omitsRecords: () => isPersonal(resource),
    async find(db, ids, reader) {
      const found = await all.find(db, ids,
        reader && isPersonal(resource) ? await scopeConditions(reader, db, reader.caller, resource) : [])
      return found.map((record) => referenceOf(resource, record, reader?.caller))
    },
    async candidates(db, { keyword, current, size, context, form, today }, reader) {
      const { caller } = reader
      const bearer = bearerOf(context, bearing)
      const narrowed = rules.narrow ? [rules.narrow(context, { caller, form, bearer, today })] : []
      const bound = isPersonal(resource)
        ? await scopeConditions(reader, db, caller, resource)
        : rules.replacesBindings
        ? []
        : bindings(resource, bearer, caller)
      const where = [...enabledOnly(resource), ...bound, ...narrowed, ...keywordCondition(disclosedResource(resource, caller), keyword)]
      const page = await all.page(db, { current, size, where, order: defaultOrder(resource) }, [])
      return { records: page.records.map((record) => referenceOf(resource, record, caller)), total: page.total }
    },
    async named(db, names, reader) {
      const where = [...enabledOnly(resource), calledOneOf(resource, names),
        ...(await scopeConditions(reader, db, reader.caller, resource))]
      return (await all.list(db, where, names.length * mostOfOneName)).map((record) => referenceOf(resource, record))
    },
  }
}

/**
 * Returns whether records belong to people and departments, so that references are restricted to the row scope of their page. Records
 * bound to departments (`emptyMeansAll`) are restricted by these instead.
 */
function isPersonal(resource: Resource): boolean {
  const scope = scopeOf(resource)
  return scope !== undefined && scope.emptyMeansAll !== true
}

/** A record for expressions and pickers: id, name, key and option fields, as disclosed to the caller. */
function referenceOf(resource: Resource, stored: StoredRecord, caller?: Caller): ReferenceRecord {
  const record = caller ? disclosed(resource, caller, stored) : stored
  const attributes = [resource.key, ...(resource.optionFields ?? [])].filter((wire) => wire in record).map((wire) =>
    [wire, record[wire]] as const
  )
  return {
    code: String(record[resource.key] ?? ''),
    ...Object.fromEntries(attributes),
    ...choiceNames(resource, attributes),
    id: record.id,
    name: nameOf(resource, record),
    enabled: resource.enable === undefined || record[resource.enable] === true,
  }
}

/** Labels of chosen options in addition to their values: `kindName` for `kind`, displayed in pickers. */
function choiceNames({ fields }: Resource, attributes: readonly (readonly [string, unknown])[]): Record<string, string> {
  return Object.fromEntries(attributes.flatMap(([wire, value]) => {
    const option = fields[wire]?.options?.find((known) => known.value === value)
    return option ? [[`${wire}Name`, bilingual(option)]] : []
  }))
}

/** The dictionaries of option fields. */
const dictionariesOf = ({ fields, optionFields = [] }: Resource): Readonly<Record<string, string>> =>
  Object.fromEntries(optionFields.flatMap((wire) => {
    const dict = fields[wire]?.dict
    return dict === undefined ? [] : [[wire, dict]]
  }))

/** The "中文/English" of its two names, its single name, or its key. */
function nameOf(resource: Resource, record: StoredRecord): string {
  const { nameCn, nameEn, name } = record
  if (typeof nameCn === 'string') return composeName({ cn: half(nameCn), en: half(nameEn) })
  return typeof name === 'string' ? name : String(record[resource.key] ?? record.id)
}

/** Composed names have two halves separated by a slash, so slashes within a half become full-width ones. */
const half = (text: unknown): string => (typeof text === 'string' ? text.replaceAll('/', '／') : '')

/** Maximum number of records read per name; two are already ambiguous. */
const mostOfOneName = 3

const namesOf = ({ key, fields }: Resource): readonly string[] =>
  ['name', 'nameCn', 'nameEn'].filter((wire) => wire !== key && fields[wire] !== undefined)

/** Condition on the key, or one of the names. */
function calledOneOf(resource: Resource, names: readonly string[]): Condition {
  const columns = columnsOf(resource)
  const named = [resource.key, ...namesOf(resource)].flatMap((wire) => columns.get(wire) ?? [])
  return anyOf(named.map((column) => equals(column, names)))
}

function enabledOnly(resource: Resource): Condition[] {
  const column = resource.enable === undefined ? undefined : columnsOf(resource).get(resource.enable)
  return column ? [equals(column, [true])] : []
}

/** The cost-bearing department, if the values around a field contain one. */
function bearerOf(context: ReferenceQuery['context'], bearing: ReadonlySet<string>): string | undefined {
  const bearer = [...bearing].map((key) => context[key]).find((id) => typeof id === 'string' && id !== '')
  return typeof bearer === 'string' ? bearer : undefined
}

/**
 * Conditions for a form, which ignores the row scope but respects bindings to departments: the cost-bearing department, else the caller's
 * departments.
 */
function bindings(resource: Resource, bearer: string | undefined, { departments }: Pick<Caller, 'departments'>): Condition[] {
  const field = boundField(resource)
  const column = field === undefined ? undefined : columnsOf(resource).get(field)
  return column ? [inDepartments(column, bearer === undefined ? departments : [bearer], true)] : []
}

/** Merges reference sources. A module's own source takes precedence over a derived one, and both over the host's. */
export function referencesOf(offered: readonly Readonly<Record<string, ReferenceSource>>[]): References {
  const sources = new Map<string, ReferenceSource>()
  for (const references of offered) {
    for (const [kind, source] of Object.entries(references)) {
      if (!sources.has(kind)) sources.set(kind, source)
    }
  }
  return { source: (kind) => sources.get(kind) }
}
