import { useContext, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Input, type InputRef } from 'antd'
import type { FieldDefinition } from '#kernel/fields.ts'
import { amountPlaces } from '#kernel/values/currency-format.ts'
import { decimalOf, formatMoney, formatNumber } from '#kernel/values/money.ts'
import { amountIn, parseMoney, storedNumber, unreadAmount } from '#kernel/values/typed-amount.ts'
import { FieldContextContext } from '../field-context.ts'
import type { FieldRenderer, InputProps } from '../types.ts'
import { MoneyCell, NumberCell, PercentCell } from './cells.tsx'
import { RangeFilter } from './RangeFilter.tsx'
import { controlOf } from '../control.ts'
import { useFieldText } from '../text.ts'
import './numbers.css'

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
  const { field, value, onChange, onBlur, meaning, suffix } = props
  const { locale } = useFieldText()
  const { typed, setTyped, input } = useTyped()
  const enter = (text: string) => {
    setTyped(text)
    onChange(text.trim() === '' ? null : meaning.parse(text) ?? unreadAmount(text))
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
      onBlur={leave}
    />
  )
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
function decimalMeaning({ precision = 6 }: FieldDefinition, places = precision): NumberKind {
  return {
    shown: (value) => formatNumber(storedNumber(value)) || unread(value),
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
