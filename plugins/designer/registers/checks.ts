import { problemsOf } from '#kernel/composition/problems.ts'
import { type Finding, finding, within } from '#kernel/composition/problem.ts'
import { commonAttributes } from '#kernel/composition/fields/field-findings.ts'
import { filterOf, traitsOf } from '#kernel/kinds/host-traits.ts'
import { isKind, kindOf } from '#kernel/kinds/registry.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { definePlugin, type Plugin } from '#kernel/plugin.ts'
import { requiredBy } from '#kernel/composition/requirement-findings.ts'
import { companyId } from '../company.ts'
import { keyFindings, limits, most } from '../checks.ts'
import type { DesignProblem } from '../wire.ts'
import { isRecordKey, registerName, registerParts } from './register.ts'
import type { RegisterContent } from './wire.ts'

/** Words of letters and digits, joined by hyphens: each page makes a name of its own. */
const registerPagePattern = /^(?=.{2,40}$)[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/

/** Kinds that records of a register cannot hold: figures are worked out on documents only, and links lead from documents. */
const excludedKinds: ReadonlySet<string> = new Set(['calculated', 'documentLink', 'richtext'])

/** Attributes of a field that speak of steps, rules or other fields of a document. */
const documentAttributes: ReadonlySet<string> = new Set(['requiredAt', 'visible', 'locked', 'value', 'trend', 'clears', 'editAt', 'atNode',
  'visibleTo', 'as', 'readOnly', 'system', 'unrepeated', 'shown', 'because', 'section', 'optionsBy', 'suggests', 'filter', 'optionsFrom',
  'earliest', 'latest', 'unsearched', 'unexported'])

/** Limit on the characters of a text that is unique or sorted by. */
const longestKey = 300

const listLimits = { columns: 12, filters: 12, search: 6, shown: 12, unique: 5, uniqueFields: 4 } as const

/** Finds what keeps a register from being published, by its own content and by the modules of the product. */
export function registerProblems(content: RegisterContent, plugins: readonly Plugin[]): readonly DesignProblem[] {
  const own = contentFindings(content)
  return own.length > 0 ? own.map(({ where, text }) => ({ where, text })) : composedProblems(content, plugins)
}

/** Problems of the register as a part of the company's module. */
function composedProblems(content: RegisterContent, plugins: readonly Plugin[]): readonly DesignProblem[] {
  const others = plugins.filter(({ id }) => id !== companyId)
  const rest = plugins.find(({ id }) => id === companyId)
  const parts = registerParts([{ content, isStopped: false }])
  const resources = [...(rest?.resources.filter(({ designed }) => designed?.page !== content.page) ?? []), ...parts.resources]
  const fields = (rest?.resources ?? []).flatMap(({ can }) => Object.values(can))
  const drawn = definePlugin({ id: companyId, ...parts, resources, permissions: [...new Set([...parts.permissions, ...fields])] })
  const company = { ...drawn, requires: requiredBy(drawn, others) }
  const place = `resource ${registerName(content.page)}`
  return problemsOf(company, [...others, company]).flatMap(({ where, text }) =>
    where.startsWith(place) || where.startsWith('path ') || where.startsWith('table ')
      ? [{ where: where.slice(place.length).replace(/^ › /, ''), text }]
      : []
  )
}

function contentFindings(content: RegisterContent): Finding[] {
  const { page, cn, en, description = '', fields } = content
  const entries = Object.entries(fields)
  return [
    ...(registerPagePattern.test(page)
      ? []
      : [
        finding('page', '页面标识为2到40个小写字母、数字，可用连字符连接，每段以字母开头',
          'The page has 2 to 40 small letters and digits, in words joined by hyphens that begin with a letter'),
      ]),
    ...most([...cn].length, limits.name, 'cn', { cn: '个字符', en: 'characters of the name' }),
    ...most([...en].length, limits.name * 2, 'en', { cn: '个字符', en: 'characters of the name' }),
    ...most([...description].length, limits.description, 'description', { cn: '个字符', en: 'characters' }),
    ...most(entries.length, limits.fields, 'fields', { cn: '个字段', en: 'fields' }),
    ...keyFindings(fields, 'fields'),
    ...entries.flatMap(([key, field]) => within(`fields › ${key}`, fieldFindings(key, field))),
    ...listFindings(content),
    ...uniqueFindings(content),
  ]
}

function fieldFindings(key: string, field: FieldDefinition): Finding[] {
  return [
    ...(isRecordKey(key)
      ? [finding('', `“${key}”是每条记录或列表自带的，请换一个字段标识`, `Every record or list has “${key}” itself. Choose another key`)]
      : []),
    ...kindFindings(field),
    ...(isKind(field.kind) ? attributeFindings(field) : []),
    ...(field.kind === 'table' ? tableFindings(field) : []),
  ]
}

function kindFindings({ kind }: FieldDefinition): Finding[] {
  if (!isKind(kind)) return [finding('', `没有“${String(kind)}”这种类型`, `There is no kind “${String(kind)}”`)]
  return excludedKinds.has(kind) ? [finding('kind', '登记簿不能使用该类型', 'A register cannot have this kind')] : []
}

/** Attributes that a field of a register, or its kind, does not have. */
function attributeFindings(field: FieldDefinition): Finding[] {
  const allowed: ReadonlySet<string> = new Set(['kind', 'cn', 'en', ...commonAttributes, ...kindOf(field).attributes])
  const strange = Object.keys(field).find((attribute) => documentAttributes.has(attribute) || !allowed.has(attribute))
  return [
    ...(strange === undefined ? [] : [finding(strange, '登记簿的字段没有该属性', 'A field of a register has no such attribute')]),
    ...(typeof field.required === 'string'
      ? [finding('required', '登记簿的字段只能始终必填', 'A field of a register is always required or never')]
      : []),
  ]
}

function tableFindings({ columns = {}, max }: FieldDefinition): Finding[] {
  return [
    ...keyFindings(columns, 'columns'),
    ...most(Object.keys(columns).length, limits.columns, 'columns', { cn: '列', en: 'columns' }),
    ...(typeof max === 'number' ? most(max, limits.rows, 'max', { cn: '行', en: 'rows' }) : []),
    ...Object.entries(columns).flatMap(([column, cell]) =>
      within(`columns › ${column}`, [
        ...kindFindings(cell),
        ...(cell.kind === 'table' ? [finding('', '明细表中不能再有明细表', 'A table has no table in it')] : []),
      ])
    ),
  ]
}

const isField = (fields: RegisterContent['fields'], key: string): boolean => Object.hasOwn(fields, key)

/** A key that names nothing at a place. */
const unknownField = (where: string, key: string): Finding => finding(where, `没有字段“${key}”`, `There is no field “${key}”`)

/** The value that a field holds; `nothing` where there is none of that key. */
const heldBy = (fields: RegisterContent['fields'], name: string) =>
  isField(fields, name) && isKind(fields[name]!.kind) ? kindOf(fields[name]!).holds : 'nothing'

function listFindings(content: RegisterContent): Finding[] {
  const { fields, columns, filters, search, shown, sort } = content
  const named = { columns, filters, search, shown }
  return [
    ...Object.entries(named).flatMap(([where, keys]) => [
      ...keys.filter((name) => !isField(fields, name)).map((name) => unknownField(where, name)),
      ...(new Set(keys).size < keys.length ? [finding(where, '字段重复', 'A field is named twice')] : []),
      ...most(keys.length, listLimits[where as keyof typeof named], where, { cn: '个字段', en: 'fields' }),
    ]),
    ...(columns.length > 0 ? [] : [finding('columns', '列表至少需要一列', 'The list needs at least one column')]),
    ...columns.filter((name) => isField(fields, name) && !isListed(fields, name))
      .map((name) => finding('columns', `列表不能显示“${fields[name]!.cn}”`, `A list cannot show “${fields[name]!.en}”`)),
    ...filters.filter((name) => isField(fields, name) && isKind(fields[name]!.kind) && filterOf(fields[name]!) === null).map((name) =>
      finding('filters', `不能按“${fields[name]!.cn}”筛选`, `A list is not filtered by “${fields[name]!.en}”`)
    ),
    ...search.filter((name) => isField(fields, name) && heldBy(fields, name) !== 'text').map((name) =>
      finding('search', `关键字只查找文字，“${fields[name]!.cn}”不是`, `The keyword is looked for in texts; “${fields[name]!.en}” is none`)
    ),
    ...(columns.includes(sort.field) ? [] : [finding('sort', '只能按列表中的列排序', 'The list is sorted by one of its columns')]),
    ...nameFindings(content),
    ...scopeFindings(content),
  ]
}

const isListed = (fields: RegisterContent['fields'], name: string): boolean =>
  !['nothing', 'rows'].includes(heldBy(fields, name)) && traitsOf(fields[name]!).column !== null

const isName = ({ kind, required, max = 200 }: FieldDefinition): boolean => kind === 'text' && required === true && max <= longestKey

/** Faults of the field that names a record, and of the switch that disables it. */
function nameFindings({ fields, key, enable }: RegisterContent): Finding[] {
  const isNamed = isField(fields, key) && isName(fields[key]!)
  return [
    ...(isNamed
      ? []
      : [
        finding('key', '记录的名称须为必填的单行文字，不超过300个字符',
          'Records are named by a required line of text of at most 300 characters'),
      ]),
    ...(enable === undefined || heldBy(fields, enable) === 'boolean'
      ? []
      : [finding('enable', '停用记录须用开关字段', 'Records are disabled by a switch')]),
  ]
}

function scopeFindings({ fields, scope: { departments, owner } }: RegisterContent): Finding[] {
  const isOwner = owner === undefined || owner === 'createBy' || ['person', 'people'].includes(ownKind(fields, owner))
  return [
    ...(departments === undefined || ownKind(fields, departments) === 'department'
      ? []
      : [finding('scope', '数据范围须按部门字段', 'The scope is by a field of departments')]),
    ...(isOwner ? [] : [finding('scope', '所有者须为人员字段', 'The owner is a field of people')]),
  ]
}

const ownKind = (fields: RegisterContent['fields'], key: string): string =>
  isField(fields, key) ? (fields[key]!.of ?? fields[key]!.kind) : ''

function uniqueFindings({ fields, unique }: RegisterContent): Finding[] {
  const isComparable = (key: string): boolean => {
    const field = isField(fields, key) ? fields[key] : undefined
    if (!field || !isKind(field.kind) || !traitsOf(field).isComparable) return false
    return kindOf(field).holds !== 'text' || (field.max ?? 200) <= longestKey
  }
  return [
    ...most(unique.length, listLimits.unique, 'unique', { cn: '个唯一约束', en: 'unique keys' }),
    ...unique.flatMap((keys, at) =>
      within(`unique › ${at + 1}`, [
        ...(keys.length > 0 ? [] : [finding('', '至少选择一个字段', 'Choose at least one field')]),
        ...most(keys.length, listLimits.uniqueFields, '', { cn: '个字段', en: 'fields' }),
        ...keys.filter((key) => !isComparable(key)).map((key) =>
          finding('', `“${fields[key]?.cn ?? key}”不能用于唯一约束`, `“${fields[key]?.en ?? key}” cannot be part of a unique key`)
        ),
      ])
    ),
  ]
}
