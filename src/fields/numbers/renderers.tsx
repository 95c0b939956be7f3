import { type KeyboardEvent, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Input, type InputRef } from 'antd'
import type { FieldDefinition } from '#kernel/fields.ts'
import { amountPlaces, decimalOf, formatMoney, formatNumber } from '#kernel/values/money.ts'
import { amountIn, parseMoney, storedNumber, unreadAmount } from '#kernel/values/typed-values.ts'
import { Money, Num } from '#shell/parts/Figures.tsx'
import { FieldContextContext } from '../field-context.ts'
import { type CellProps, controlOf, type FieldRenderer, type FilterProps, type InputProps } from '../types.ts'
import { useFieldText } from '../text.ts'
import { withUnit } from './unit.ts'
import './numbers.css'

const numeric = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : null)

/** An amount with its currency and the field's decimals. */
export const MoneyCell = ({ value, field, currency }: CellProps) =>
  <Money value={numeric(value)} precision={field.precision} currency={currency} />

/** A number with its own decimals; an exchange rate with those of its field. */
function NumberCell({ value, field }: CellProps) {
  const { label } = useFieldText()
  const decimal = decimalOf(numeric(value))
  if (!decimal) return <Num>{null}</Num>
  const text = field.isName ? decimal.toFixed() : formatNumber(decimal, field.as === 'exchangeRate' ? field.precision : undefined)
  return <Num>{withUnit(text, field, label)}</Num>
}

/** A percentage with its sign: 12.5 is shown as 12.5%. */
function PercentCell({ value }: CellProps) {
  const decimal = decimalOf(numeric(value))
  return <Num>{decimal && `${formatNumber(decimal)}%`}</Num>
}

/** Formatting and parsing of a numeric kind. */
interface NumberKind {
  /** Formats for reading, with thousands separators. */
  shown(value: unknown): string
  /** Formats for editing, without separators. */
  typed(value: unknown): string
  /** Parses a text; undefined if it is invalid. */
  parse(text: string): unknown
}

interface NumberInputProps extends InputProps {
  readonly meaning: NumberKind
  readonly suffix?: ReactNode
}

/**
 * A numeric input, right-aligned: with separators while blurred, plain digits while focused. Invalid text is kept as the value, so that the
 * form's validation reports it.
 */
function NumberInput(props: NumberInputProps) {
  const { field, value, onChange, onBlur, meaning, suffix = field.unit && <FieldUnit field={field} /> } = props
  const { locale } = useFieldText()
  const { typed, setTyped, input } = useTyped()
  const enter = (text: string) => {
    setTyped(text)
    onChange(text.trim() === '' ? null : meaning.parse(text) ?? unreadAmount(text))
  }
  const go = (event: KeyboardEvent) => {
    const next = event.altKey ? undefined : stepped(value, field, event.key)
    if (next === undefined) return
    event.preventDefault()
    enter(next)
  }
  const leave = () => {
    setTyped(undefined)
    onBlur?.()
  }
  return (
    <Input
      {...controlOf(props)}
      ref={input}
      className="oa-number"
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      suffix={suffix}
      placeholder={field.placeholder?.[locale]}
      value={typed ?? meaning.shown(value)}
      onFocus={() => setTyped(meaning.typed(value))}
      onChange={({ target }) => enter(target.value)}
      onKeyDown={go}
      onBlur={leave}
    />
  )
}

const directions: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 }

/** The next or previous multiple of the field's step for the up and down keys; undefined for other keys and without a step. */
function stepped(value: unknown, { step }: FieldDefinition, key: string): string | undefined {
  const direction = directions[key]
  const held = decimalOf(storedNumber(value) ?? 0)
  if (step === undefined || direction === undefined || held === null) return undefined
  const steps = held.dividedBy(step)
  return (direction > 0 ? steps.floor() : steps.ceil()).plus(direction).times(step).toFixed()
}

function FieldUnit({ field: { unit } }: Pick<InputProps, 'field'>) {
  const { label } = useFieldText()
  return unit ? <span className="third">{label(unit)}</span> : null
}

/** The text being typed. Restores the selection that is lost when plain digits replace the formatted text on focus. */
function useTyped() {
  const [typed, setTyped] = useState<string>()
  const input = useRef<InputRef>(null)
  const isTyping = typed !== undefined
  useLayoutEffect(() => {
    if (isTyping) input.current?.select()
  }, [isTyping])
  return { typed, setTyped, input }
}

const plain = (value: unknown) => decimalOf(storedNumber(value))?.toFixed() ?? unread(value)

const unread = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/**
 * Amounts: two decimals; with a higher precision, as many as the amount has.
 * @param currency code of the currency whose symbols are accepted; undefined: those of all currencies
 */
function moneyMeaning({ precision = 2 }: FieldDefinition, currency: string | undefined): NumberKind {
  return {
    shown(value) {
      const amount = storedNumber(value)
      return amount === null ? unread(value) : formatMoney(amount, { symbol: '', places: amountPlaces(amount, precision) })
    },
    typed: plain,
    parse: (text) => parseMoney(text, { places: precision, currency }) ?? undefined,
  }
}

/** Decimals, rounded half-up to their precision. */
function decimalMeaning({ precision = 6, isName }: FieldDefinition, places = precision): NumberKind {
  return {
    shown: (value) => isName ? plain(value) : formatNumber(storedNumber(value)) || unread(value),
    typed: plain,
    // removes trailing zeros
    parse: (text) => decimalOf(parseMoney(text.replace(/[%％]\s*$/, ''), { places, currency: '' }))?.toFixed(),
  }
}

/** Integers within the safe range; identifiers, such as years, without thousands separators. */
const integerMeaning = ({ isName }: FieldDefinition): NumberKind => ({
  shown: (value) => (isName ? plain(value) : formatNumber(storedNumber(value)) || unread(value)),
  typed: plain,
  parse(text) {
    const whole = amountIn(text, { places: 0, currency: '' })
    return whole?.isInteger() && Number.isSafeInteger(whole.toNumber()) ? whole.toNumber() : undefined
  },
})

const IntegerInput = (props: InputProps) => <NumberInput {...props} meaning={integerMeaning(props.field)} />
const DecimalInput = (props: InputProps) => <NumberInput {...props} meaning={decimalMeaning(props.field)} />
function MoneyInput(props: InputProps) {
  const lent = useContext(FieldContextContext)
  return <NumberInput {...props} meaning={moneyMeaning(props.field, props.field.rmb ? 'CNY' : lent?.currency?.())} />
}

const PercentInput = (props: InputProps) => (
  <NumberInput {...props} meaning={decimalMeaning(props.field, props.field.precision ?? 2)} suffix="%" />
)

export const integerRenderer: FieldRenderer = { Input: IntegerInput, Cell: NumberCell, Filter: RangeFilter }
export const numberRenderer: FieldRenderer = { Input: DecimalInput, Cell: NumberCell, Filter: RangeFilter }
export const moneyRenderer: FieldRenderer = { Input: MoneyInput, Cell: MoneyCell, Filter: RangeFilter }
export const percentRenderer: FieldRenderer = { Input: PercentInput, Cell: PercentCell, Filter: RangeFilter }

/** A numeric range, joined with a comma; either end may be empty. */
export function RangeFilter({ field, value, onChange, id }: FilterProps) {
  const { t, label } = useFieldText()
  const [from = '', to = ''] = value?.split(',') ?? []
  const change = (low: string, high: string) => onChange(low === '' && high === '' ? undefined : `${low},${high}`)
  const { precision = field.kind === 'money' ? 2 : 6 } = field
  return (
    <span className="row gap-4">
      <Side id={id} places={precision} value={from} placeholder={label(field)} name={`${label(field)} ${t('from')}`}
        onChange={(low) => change(low, to)} />
      <span aria-hidden>–</span>
      <Side places={precision} value={to} placeholder={t('to')} name={`${label(field)} ${t('to')}`}
        onChange={(high) => change(from, high)} />
    </span>
  )
}

interface SideProps {
  readonly id?: string
  readonly places: number
  readonly value: string
  readonly placeholder: string
  readonly name: string
  onChange(value: string): void
}

/** One end of the range. An invalid text is kept locally and not searched for. */
function Side({ id, places, value, placeholder, name, onChange }: SideProps) {
  const { t } = useFieldText()
  const [typed, setTyped] = useState<string>()
  const input = useRef<InputRef>(null)
  const isWrong = typed !== undefined && typed.trim() !== '' && amountIn(typed, { places }) === null
  const problem = isWrong ? t('numberExpected') : ''
  useEffect(() => void input.current?.input?.setCustomValidity(problem), [problem])
  const enter = (text: string) => {
    setTyped(text)
    const amount = text.trim() === '' ? '' : amountIn(text, { places })?.toFixed()
    if (amount !== undefined) onChange(amount)
  }
  return (
    <Input ref={input} id={id} className="oa-number" inputMode="decimal" value={typed ?? value} placeholder={placeholder} aria-label={name}
      status={isWrong ? 'error' : ''} aria-invalid={isWrong || undefined} title={problem || undefined}
      onChange={({ target }) => enter(target.value)} onBlur={() => !isWrong && setTyped(undefined)} />
  )
}
