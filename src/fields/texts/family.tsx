import { Input } from 'antd'
import { type FocusEvent, useState } from 'react'
import { isMaskedText, shownMasked } from '#kernel/values/masked-text.ts'
import { typedCode } from '#kernel/values/typed-values.ts'
import { sentenceOf } from '#kernel/wording/names.ts'
import { type CellProps, controlOf, type FieldRenderer, type FilterProps, type InputProps } from '../types.ts'
import { useFieldText } from '../text.ts'
import './texts.css'

const entered = (text: string) => (text === '' ? null : text)
const written = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * A single-line input, with a character count near the limit. For a field with a pattern, the value is normalised at once, while the typed
 * text stays displayed until blur.
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

/** The character count; none in a cell of a table. */
const counted = ({ field: { max }, variant }: InputProps) =>
  max !== undefined && variant !== 'borderless' && { count: { max, show: countAbove(max) } }

/** Shows the number of characters above 80 % of the limit. */
const countAbove = (max: number) => ({ count }: { count: number }) => (count > max * 0.8 ? `${count} / ${max}` : '')

/** A multi-line input, with a character count near the limit. */
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

/** A text on one line: a bilingual one in the current language, a masked one with its visible part. */
export function TextCell({ field, value }: CellProps) {
  const { locale } = useFieldText()
  if (isMaskedText(value)) return <span className="oa-text num anywhere">{shownMasked(value)}</span>
  const text = field.bilingual ? sentenceOf(written(value), locale) : written(value)
  return text === ''
    ? <span className="oa-nothing">—</span>
    : <span className={isNumber(text) ? 'oa-text num anywhere' : 'oa-text anywhere'}>{text}</span>
}

/** Returns whether a text is a number-like code (of a document, invoice, flight), which does not wrap. */
const isNumber = (text: string): boolean => /^(?=.*\d)[\w./-]{4,24}$/.test(text)

/** A filter by a part of the text. */
export function TextFilter({ field, value, onChange, id }: FilterProps) {
  const { label } = useFieldText()
  return (
    <Input id={id} allowClear maxLength={100} value={value ?? ''} placeholder={label(field)} aria-label={label(field)}
      onChange={({ target }) => onChange(target.value || undefined)} />
  )
}

export const textRenderer: FieldRenderer = { Input: TextInput, Cell: TextCell, Filter: TextFilter }
export const textareaRenderer: FieldRenderer = { Input: LongTextInput, Cell: TextCell, Filter: TextFilter }

type NoteProps = Pick<InputProps, 'field'> & { id?: string }

function Heading({ field, id }: NoteProps) {
  const { label } = useFieldText()
  return <h3 id={id} className="oa-field-heading">{label(field)}</h3>
}

/** An explanatory text: the hint, else the label. */
function Sentence({ field, id }: NoteProps) {
  const { label } = useFieldText()
  return <p id={id} className="oa-field-note">{label(field.hint ?? field)}</p>
}

/** Renderers of kinds without a value. */
export const titleRenderer: FieldRenderer = { Input: Heading, Cell: Heading }
export const plaintextRenderer: FieldRenderer = { Input: Sentence, Cell: Sentence }
