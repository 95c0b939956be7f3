import { commonAttributes } from '#kernel/composition/fields/field-findings.ts'
import type { FieldDefinition, FieldKind } from '#kernel/fields.ts'
import { kindNames, kindOf } from '#kernel/kinds/registry.ts'
import type { Label } from '#kernel/wording/label.ts'
import { compact } from './content.ts'

/** Groups of the palette in their order, with the kinds in theirs. */
const grouped = {
  common: ['text', 'textarea', 'number', 'money', 'date', 'datetime', 'switch', 'select'],
  choices: ['radio', 'multiselect', 'checkbox', 'rate', 'cascader'],
  figures: ['integer', 'percent', 'time', 'daterange', 'currency'],
  people: ['person', 'people', 'department'],
  records: ['reference', 'documentLink', 'process', 'attachment', 'richtext'],
  layout: ['table', 'calculated', 'title', 'plaintext'],
} as const satisfies Readonly<Record<string, readonly FieldKind[]>>

const names: Readonly<Record<string, Label>> = {
  text: { cn: '单行文本', en: 'Text' },
  textarea: { cn: '多行文本', en: 'Long text' },
  number: { cn: '数字', en: 'Number' },
  integer: { cn: '整数', en: 'Integer' },
  money: { cn: '金额', en: 'Amount' },
  percent: { cn: '百分比', en: 'Percent' },
  date: { cn: '日期', en: 'Date' },
  datetime: { cn: '日期时间', en: 'Date and time' },
  time: { cn: '时间', en: 'Time' },
  daterange: { cn: '起止日期', en: 'Dates' },
  select: { cn: '下拉选择', en: 'Select' },
  multiselect: { cn: '多选', en: 'Multiple' },
  radio: { cn: '单选', en: 'Radio' },
  checkbox: { cn: '勾选', en: 'Checkbox' },
  switch: { cn: '开关', en: 'Switch' },
  cascader: { cn: '地区', en: 'Place' },
  person: { cn: '人员', en: 'Person' },
  people: { cn: '多名人员', en: 'People' },
  department: { cn: '部门', en: 'Department' },
  reference: { cn: '基础数据', en: 'Record' },
  currency: { cn: '币种', en: 'Currency' },
  process: { cn: '流程', en: 'Process' },
  documentLink: { cn: '关联单据', en: 'Link' },
  attachment: { cn: '附件', en: 'Files' },
  richtext: { cn: '图文', en: 'Rich text' },
  rate: { cn: '评分', en: 'Rating' },
  calculated: { cn: '计算字段', en: 'Formula' },
  title: { cn: '小标题', en: 'Heading' },
  plaintext: { cn: '说明文字', en: 'Note' },
  table: { cn: '明细表', en: 'Table' },
}

/** The name of a kind of fields in both languages; the kind itself where a module brings it. */
export const kindLabel = (kind: FieldKind): Label => names[kind] ?? { cn: kind, en: kind }

export type KindGroup = keyof typeof grouped | 'modules'

/** All kinds of the product by group; those that modules bring come last. */
export function kindGroups(): readonly { readonly group: KindGroup; readonly kinds: readonly FieldKind[] }[] {
  const known: ReadonlySet<string> = new Set(Object.values(grouped).flat())
  const others = kindNames().filter((kind) => !known.has(kind))
  return [...Object.entries(grouped).map(([group, kinds]) => ({ group: group as KindGroup, kinds })),
    ...(others.length > 0 ? [{ group: 'modules' as const, kinds: others }] : [])]
}

/** Kinds that a column can have. */
export const columnKinds = (): readonly FieldKind[] =>
  kindNames().filter((kind) => kind !== 'table' && kindOf({ kind }).holds !== 'nothing')

/** The attributes that a kind cannot do without, to begin with. */
function startOf(kind: FieldKind): Partial<FieldDefinition> {
  return starts[kind] ?? (isWide(kind) ? { span: 4 } : {})
}

const options = [{ value: 'a', cn: '选项一', en: 'Option 1' }, { value: 'b', cn: '选项二', en: 'Option 2' }]

const starts: Partial<Record<FieldKind, Partial<FieldDefinition>>> = {
  select: { options },
  radio: { options },
  multiselect: { options },
  table: { span: 4, columns: { text: { kind: 'text', cn: '内容', en: 'Detail' } } },
  calculated: { result: 'number', value: '0' },
  reference: { to: 'supplier' },
}

/** Returns whether a kind begins with the whole width of the form. */
export function isWide(kind: FieldKind): boolean {
  const { room, holds } = kindOf({ kind })
  return room === 'long' || holds === 'nothing' || kind === 'table' || kind === 'attachment'
}

/** A new field of a kind with a label. */
export const newField = (kind: FieldKind, label: Label): FieldDefinition => ({ kind, ...label, ...startOf(kind) })

/** Common attributes that do not apply to kinds without a value. */
const ofValues: readonly string[] = ['required', 'requiredAt', 'default', 'value', 'trend', 'editAt', 'placeholder', 'visibleTo',
  'unrepeated', 'unsearched', 'unexported']

/**
 * A field as another kind: attributes that the kind reads stay, `lost` names the others. A default stays where the kind holds the same sort
 * of value; what the kind cannot do without is made up.
 */
export function changeKind(field: FieldDefinition, kind: FieldKind): { readonly field: FieldDefinition; readonly lost: readonly string[] } {
  const [before, after] = [kindOf(field), kindOf({ kind })]
  const reads: ReadonlySet<string> = new Set([...commonAttributes, ...after.attributes])
  const fits = (attribute: string): boolean => {
    if (!reads.has(attribute)) return false
    if (after.holds === 'nothing' && ofValues.includes(attribute)) return false
    if (attribute === 'value') return kind === 'calculated' || before.holds === after.holds
    if (attribute === 'default') return before.holds === after.holds
    return attribute !== 'visibleTo' || !after.isNeverConfidential
  }
  const kept = Object.entries(field).filter(([attribute]) => attribute === 'kind' || fits(attribute))
  const lost = Object.keys(field).filter((attribute) => !kept.some(([name]) => name === attribute))
  const held = Object.fromEntries(kept) as unknown as FieldDefinition
  const hasChoices = held.options !== undefined || held.dict !== undefined || held.of !== undefined || held.optionsBy !== undefined
  const { options: made, ...start } = startOf(kind)
  return { field: compact({ ...start, ...(made && !hasChoices && { options: made }), ...held, kind }), lost }
}
