import { Input } from 'antd'
import { type FocusEvent, useState } from 'react'
import { isMaskedText, shownMasked } from '#kernel/values/masked-text.ts'
import { typedCode } from '#kernel/values/typed-code.ts'
import { sentenceOf } from '#kernel/wording/names.ts'
import { controlOf } from '../control.ts'
import { useFieldText } from '../text.ts'
import type { CellProps, FieldRenderer, FilterProps, InputProps } from '../types.ts'
import './texts.css'

const entered = (text: string) => (text === '' ? null : text)
const written = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * One line of text, with a count where there is little room. Of a field with a pattern the value is plain at once, and the typed text is
 * shown until the field is left.
 */
function TextInput(props: InputProps) {
  const { field: { pattern, placeholder }, value, onChange, onBlur } = props
  const { locale } = useFieldText()
  const [typed, setTyped] = useState<string>()
  const enter = (text: string) => {
    if (pattern !== undefined) setTyped(text)
    onChange(entered(pattern === undefined ? text : typedCode(text, pattern)))
  }
  const leave = (event: FocusEvent) => {
    setTyped(undefined)
    onBlur?.(event)
  }
  return (
    <Input {...controlOf(props)} autoComplete="off" value={typed ?? written(value)} placeholder={placeholder?.[locale]} {...counted(props)}
      onBlur={leave} onChange={({ target }) => enter(target.value)} />
  )
}

/** A cell of a table has no room for a count. */
const counted = ({ field: { max }, variant }: InputProps) =>
  max !== undefined && variant !== 'borderless' && { count: { max, show: countAbove(max) } }

/** The number of characters, once four fifths of the room are taken. */
const countAbove = (max: number) => ({ count }: { count: number }) => (count > max * 0.8 ? `${count} / ${max}` : '')

/** Several lines, with a count where there is little room. */
function LongTextInput(props: InputProps) {
  const { field, value, onChange } = props
  const { locale } = useFieldText()
  const isCell = props.variant === 'borderless'
  const max = field.max ?? 500
  return (
    <Input.TextArea {...controlOf(props)} value={written(value)} autoSize={{ minRows: isCell ? 1 : 2, maxRows: 8 }}
      placeholder={field.placeholder?.[locale]} count={{ max, show: !isCell && countAbove(max) }}
      onChange={({ target }) => onChange(entered(target.value))} />
  )
}

/** A text in one line; of a bilingual one the reader's language, of a masked one its visible part. */
export function TextCell({ field, value }: CellProps) {
  const { locale } = useFieldText()
  if (isMaskedText(value)) return <span className="oa-text num">{shownMasked(value)}</span>
  const text = field.bilingual ? sentenceOf(written(value), locale) : written(value)
  return text === '' ? <span className="oa-nothing">—</span> : <span className={isNumber(text) ? 'oa-text num' : 'oa-text'}>{text}</span>
}

/** The number of a document, an invoice, a flight: it never wraps. */
const isNumber = (text: string): boolean => /^(?=.*\d)[\w./-]{4,24}$/.test(text)

/** Part of the text. */
export function TextFilter({ field, value, onChange, id }: FilterProps) {
  const { label } = useFieldText()
  return (
    <Input id={id} allowClear maxLength={100} value={value ?? ''} placeholder={label(field)} aria-label={label(field)}
      onChange={({ target }) => onChange(target.value || undefined)} />
  )
}

export const textRenderer: FieldRenderer = { Input: TextInput, Cell: TextCell, Filter: TextFilter }
export const textareaRenderer: FieldRenderer = { Input: LongTextInput, Cell: TextCell, Filter: TextFilter }
