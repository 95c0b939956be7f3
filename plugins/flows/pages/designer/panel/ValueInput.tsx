import { Input, InputNumber, Select } from 'antd'
import type { ComponentType } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import { useDictionary } from '#shell/start/directory.ts'
import { type ConditionRow, isListed, parameterCall } from './condition.ts'
import { pathsOf } from './fields.tsx'
import { fieldName, type Naming, parameterWords } from '../wording/words.ts'

export type ValueKind = 'number' | 'boolean' | 'choice' | 'list' | 'date' | 'text'

const quoted = (text: string): string => JSON.stringify(text)
const unquoted = (text: string): string => (text.startsWith('"') ? text.slice(1, -1) : text)

const unreadable: ReadonlySet<string> = new Set(['attachment', 'richtext', 'title', 'plaintext'])

/** Returns whether conditions can ask for a field. */
export const comparable = ({ kind }: FieldDefinition): boolean => !unreadable.has(kind)

interface ValueInputProps {
  readonly kind: ValueKind
  readonly field: FieldDefinition | undefined
  readonly row: ConditionRow
  readonly naming: Naming
  readonly isReadOnly: boolean
  onChange(values: readonly string[]): void
}

/** The right side of a row. */
export function ValueInput(props: ValueInputProps) {
  const { kind, row: { values: [first = ''] } } = props
  if (parameterCall.test(first)) return <ParameterValue {...props} />
  if (isPath(first)) return <FieldValue {...props} />
  const Control = controls[kind] ?? TextValue
  return <Control {...props} />
}

/** Returns whether a value is a field path, not a literal. */
const isPath = (value: string): boolean => value !== '' && !/^["\d-]|^date\(|^(true|false)$/.test(value)

/** A company parameter; another parameter of the same dictionary or a fixed number can replace it. */
function ParameterValue({ row: { values: [first = ''] }, naming, isReadOnly, onChange }: ValueInputProps) {
  const [, dictionary = '', parameter = ''] = parameterCall.exec(first) ?? []
  const stem = `${dictionary} ${parameter.split('.')[0]}`
  const others = [...naming.parameters.keys()].filter((key) => key.startsWith(stem)).map((key) => key.slice(dictionary.length + 1))
  const options = [...new Set([parameter, ...others])].map((each) => ({ value: `parameter("${dictionary}", "${each}")`,
    label: parameterWords(dictionary, each, naming) })
  )
  return (
    <Select aria-label={naming.text.t('conditionValue')} disabled={isReadOnly} value={first} popupMatchSelectWidth={false}
      options={[...options.map((each) => (each.value.replaceAll(' ', '') === first.replaceAll(' ', '') ? { ...each, value: first } : each)),
        { value: '0', label: naming.text.t('fixedNumber') }]} onChange={(next: string) =>
      onChange([next])} />
  )
}

function FieldValue({ row: { values: [first = ''] }, naming, isReadOnly, onChange }: ValueInputProps) {
  return (
    <Select aria-label={naming.text.t('conditionValue')} disabled={isReadOnly} value={first}
      options={[{ value: first, label: fieldName(first, naming) }, ...pathsOf(naming, comparable)]} popupMatchSelectWidth={false} showSearch
      optionFilterProp="label" onChange={(path: string) => onChange([path])} />
  )
}

function BooleanValue({ row: { values: [first = ''] }, naming: { text: { t } }, isReadOnly, onChange }: ValueInputProps) {
  return (
    <Select aria-label={t('conditionValue')} disabled={isReadOnly} value={first}
      options={['true', 'false'].map((each) => ({ value: each, label: t(each === 'true' ? 'yes' : 'no') }))}
      onChange={(next: string) => onChange([next])} />
  )
}

function NumberValue({ row: { values: [first = ''] }, naming, isReadOnly, onChange }: ValueInputProps) {
  return (
    <InputNumber aria-label={naming.text.t('conditionValue')} disabled={isReadOnly} stringMode value={first}
      onChange={(next) => onChange([next === null ? '0' : String(next)])} />
  )
}

function DateValue({ row: { values: [first = ''] }, naming, isReadOnly, onChange }: ValueInputProps) {
  return (
    <Input type="date" aria-label={naming.text.t('conditionValue')} disabled={isReadOnly} value={/"(.+)"/.exec(first)?.[1] ?? ''}
      onChange={({ target }) => onChange([`date("${target.value}")`])} />
  )
}

/** A text, or a choice of those that the field or its dictionary has. */
function TextValue(props: ValueInputProps) {
  const { field, row: { operator, values }, naming, isReadOnly, onChange } = props
  const options = useValueOptions(field, naming)
  if (isListed(operator)) return <ListValue {...props} options={options} />
  const [name, first] = [naming.text.t('conditionValue'), values[0] ?? '']
  return options ?
    (
      <Select aria-label={name} disabled={isReadOnly} value={first} options={options} popupMatchSelectWidth={false}
        onChange={(next: string) => onChange([next])} />
    ) :
    <Input aria-label={name} disabled={isReadOnly} value={unquoted(first)} onChange={({ target }) => onChange([quoted(target.value)])} />
}

interface ValueOption {
  readonly value: string
  readonly label: string
}

/** The choices of a field, or of its dictionary, as literals; undefined where there are none. */
function useValueOptions(field: FieldDefinition | undefined, { text: { label } }: Naming): ValueOption[] | undefined {
  const listed = useDictionary(field?.options ? undefined : field?.dict)
  const choices = field?.options ?? (listed.length > 0 ? listed : undefined)
  return choices?.map((option) => ({ value: quoted(option.value), label: label(option) }))
}

function ListValue({ row: { values }, naming, isReadOnly, options, onChange }: ValueInputProps & { options: ValueOption[] | undefined }) {
  return (
    <Select aria-label={naming.text.t('conditionValue')} mode={options ? 'multiple' : 'tags'} disabled={isReadOnly}
      value={options ? [...values] : values.map(unquoted)} options={options} popupMatchSelectWidth={false}
      onChange={(next: string[]) => onChange(options ? next : next.map((each) => quoted(unquoted(each))))} />
  )
}

/** Inputs of value kinds whose literals are not strings. */
const controls: Readonly<Partial<Record<ValueKind, ComponentType<ValueInputProps>>>> = { boolean: BooleanValue, number: NumberValue,
  date: DateValue }
