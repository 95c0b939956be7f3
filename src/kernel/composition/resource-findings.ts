import { type Resource, type ResourceImport, type ResourceImportColumn, scopeOf } from '../resource.ts'
import { fieldFindings } from './fields/field-findings.ts'
import { kindOf } from '../kinds/registry.ts'
import { type Finding, finding, repeated, unknown, untranslated, within } from './problem.ts'
import type { FieldDefinition } from '../fields.ts'
import { fieldSchema } from '../kinds/schema.ts'
import type { DictionaryItem } from '../plugin.ts'
import { recordKindOf } from '../record-kinds.ts'

/** Returns the items of a dictionary; undefined where no dictionary has that key. */
type ItemsOf = (dictionary: string) => readonly DictionaryItem[] | undefined

const columnLabel = { cn: '字段', en: 'field' }

/** Checks how a resource's records are imported from and exported to a workbook. */
function transferFindings(resource: Resource, itemsOf?: ItemsOf): Finding[] {
  const { can, export: exported } = resource
  const known = (key: string): boolean => Object.hasOwn(resource.fields, key)
  return [
    ...(resource.import ? within('import', importFindings(resource, resource.import, itemsOf)) : []),
    ...((resource.import === undefined) === (can.import === undefined)
      ? []
      : [finding('import', '导入须同时声明内容和权限', 'An import needs both its columns and a permission')]),
    ...unknown(exported?.columns ?? [], known, { where: 'export', what: columnLabel }),
    ...(exported && can.export === undefined ? [finding('export', '导出没有权限', 'An export needs a permission')] : []),
  ]
}

function importFindings(resource: Resource, declared: ResourceImport, itemsOf: ItemsOf | undefined): Finding[] {
  const known = (key: string): boolean => Object.hasOwn(resource.fields, key)
  const { columns, match, onMatch, sets = {}, notes = [] } = declared
  return [
    ...unknown(columns.map(({ field }) => field), known, { where: 'columns', what: columnLabel }),
    ...repeated(columns.map(({ field, by }) => (by === 'name' ? `${field}.name` : field)), { where: 'columns',
      what: { cn: '列', en: 'column' } }),
    ...columns.flatMap((column) => within(`columns ${column.field}`, columnFindings(resource, column, columns))),
    ...unknown(match, known, { where: 'match', what: columnLabel }),
    ...(onMatch === 'update' && match.length === 0
      ? [finding('match', '更新须说明依据哪些字段', 'An update needs fields to match by')]
      : []),
    ...Object.entries(sets).flatMap((set) => within(`sets ${set[0]}`, setFindings(resource, set, itemsOf))),
    ...absentFindings(resource, declared),
    ...notes.flatMap((note, index) => untranslated(note, `notes ${index + 1}`)),
  ]
}

function columnFindings({ fields }: Resource, { field: key, by, cn, en }: ResourceImportColumn,
  columns: readonly ResourceImportColumn[]): Finding[] {
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  if (!field) return []
  return [
    ...untranslated({ cn: cn ?? field.cn, en: en ?? field.en }, ''),
    ...(field.system || field.readOnly ? [finding('', '由系统填写，不能导入', 'The server sets it; it cannot be imported')] : []),
    ...(by === undefined ? [] : byFindings(field, by, columns.filter((other) => other.field === key))),
  ]
}

function byFindings(field: FieldDefinition, by: 'code' | 'name', ofSame: readonly ResourceImportColumn[]): Finding[] {
  if (!recordKindOf(field)) return [finding('by', '只有引用字段才按编码或名称读取', 'Only a reference is read by code or name')]
  const isAlone = by === 'name' && ofSame.every((each) => each.by === 'name')
  return isAlone ? [finding('by', '名称列旁须有编码列', 'A name stands beside its code')] : []
}

/** Checks that a constant which every imported record gets is valid for its field. */
function setFindings({ fields }: Resource, [key, value]: readonly [string, unknown], itemsOf: ItemsOf | undefined): Finding[] {
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  if (!field) return unknown([key], () => false, { where: '', what: columnLabel })
  const isTaken = isOffered(field, value, itemsOf) && fieldSchema(field).safeParse(value).success
  return isTaken ? [] : [finding('', '该字段不接受此值', 'The field does not take this value')]
}

/** Whether the choices of a field include a value; true for a field without choices or with an unknown dictionary. */
function isOffered({ options, dict }: FieldDefinition, value: unknown, itemsOf: ItemsOf | undefined): boolean {
  const choices = options ?? (dict === undefined ? undefined : itemsOf?.(dict))
  return choices === undefined || choices.some((choice) => choice.value === value)
}

/** Finds required fields that neither a column nor a constant fills: every row of every file would be refused. */
function absentFindings({ fields }: Resource, { columns, sets = {} }: ResourceImport): Finding[] {
  const known = new Set([...columns.map(({ field }) => field), ...Object.keys(sets)])
  return Object.entries(fields)
    .filter(([key, field]) => field.required === true && !field.system && !field.readOnly && field.default === undefined && !known.has(key))
    .map(([key]) => finding('columns', `缺少必填字段“${key}”`, `The required field “${key}” is missing`))
}

const fieldLabel = { cn: '字段', en: 'field' }

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
    ...Object.entries(named).flatMap(([where, keys]) => unknown(keys, known, { where, what: fieldLabel })),
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
