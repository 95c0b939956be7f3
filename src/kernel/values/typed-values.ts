import { Decimal } from 'decimal.js'
import type { DecimalText } from '../fields.ts'
import { decimalOf, moneyText } from './money.ts'

export interface TypedAmountOptions {
  /**
   * Decimal places of the amount. Below three, "500.000" is ambiguous (500 or 500,000) and refused.
   * @default 2
   */
  readonly places?: number
  /** Code of the currency whose symbols and words are accepted. @default those of all known currencies */
  readonly currency?: string | undefined
}

/**
 * Parses an amount that was typed or pasted: `1,286.50元`, `RMB 12.50`, `12。5`, `1.5万`, `(5)` for -5, full-width digits. Not rounded. Null
 * if it is invalid or ambiguous (`12,5`, `500.000`, `1e3`).
 */
export function amountIn(typed: string, { places = 2, currency }: TypedAmountOptions = {}): Decimal | null {
  const plain = plainAmount(typed)
  const inner = /^\((.*)\)$/.exec(plain)?.[1]
  const unit = unitOf(currency)
  if (inner === undefined) return signed(plain, places, unit)
  const amount = signed(inner.trim(), places, unit)
  return amount?.isNegative() ? null : amount && amount.negated()
}

/** Parses an amount and rounds it half-up to `places`, as it is stored and sent. */
export function parseMoney(typed: string, options: TypedAmountOptions = {}): DecimalText | null {
  const amount = amountIn(typed, options)
  return amount && moneyText(amount, options.places ?? 2)
}

/**
 * A typed text that could not be parsed, as a field value. An ambiguous one that looks like a valid number (`500.000`) gets a trailing
 * space, so that validation refuses it.
 */
export const unreadAmount = (typed: string): string => (stored.test(typed.trim()) ? `${typed.trim()} ` : typed)

/** The format of a stored number. */
const stored = /^-?\d+(\.\d+)?$/

/** The value if it is a number; null for a typed text that could not be parsed. */
export const storedNumber = (value: unknown): string | number | null =>
  typeof value === 'number' || (typeof value === 'string' && stored.test(value)) ? value : null

/** Normalises full-width characters and dashes; superscripts and fractions become `?`, because NFKC would turn them into digits. */
const plainAmount = (typed: string): string =>
  typed.replace(/\p{No}/gu, '?').normalize('NFKC').replace(/[\u2212\u2010-\u2015]/g, '-').replace(/(?<=\d)[。｡]/g, '.').trim().toLowerCase()

/** Parses a number with an optional sign, and a currency before or after it. */
function signed(text: string, places: number, unit: string): Decimal | null {
  const bare = text.replace(new RegExp(`^([+-]?)\\s*(?:(?:${unit})\\s*)+`), '$1').replace(new RegExp(`\\s*(?:${unit})$`), '')
  const figure = bare.replace(/^[+-]/, '').replace(/\s*[千万萬亿億]$/, '').trim()
  const multiple = multiples[bare.at(-1) ?? '']
  const amount = figureOf(figure, places < 3 && multiple === undefined)?.times(multiple ?? 1) ?? null
  return bare.startsWith('-') ? amount && amount.negated() : amount
}

/** @param isDoubtful three digits after a point may be thousands: the currency has fewer than three decimals */
function figureOf(figure: string, isDoubtful: boolean): Decimal | null {
  return !digits.test(figure) || (isDoubtful && mayBeThousands.test(figure)) ? null : decimalOf(figure.replace(/[, ]/g, ''))
}

const mayBeThousands = /^[1-9]\d{0,2}\.\d{3}$/

const digits = /^(\d{1,3}(,\d{3})+|\d{1,3}( \d{3})+|\d{1,21})?(\.\d{0,20})?(?<=\d\.?)$/

const multiples: Readonly<Record<string, number>> = { '千': 1_000, '万': 10_000, '萬': 10_000, '亿': 100_000_000, '億': 100_000_000 }

/** Symbols and words of currencies, in addition to their codes, in the normalised form (NFKC, lower case). */
const signs: Readonly<Record<string, string>> = {
  CNY: '人民币|元整|元|圆整|圆|块|rmb|¥',
  USD: 'us\\$|\\$|美元',
  EUR: '€|欧元',
  GBP: '£|英镑',
  HKD: 'hk\\$|\\$|港币|港元',
  TWD: 'nt\\$|\\$|新台币|台币',
  JPY: '¥|日元|円',
  KRW: '₩|韩元',
  VND: '₫|đồng|đ|越南盾|盾',
  THB: '฿|泰铢',
  INR: '₹|卢比',
}

const unitOfCode = (code: string): string =>
  [code.toLowerCase().replace(/[^a-z]/g, '') || '(?!)', ...(signs[code]?.split('|') ?? [])].join('|')

const anyUnit = Object.keys(signs).map(unitOfCode).join('|')

const unitOf = (currency: string | undefined): string => (currency === undefined ? anyUnit : unitOfCode(currency))

/** Separators between codes, white space included. */
const separators = /[,，、;；﹐､\s]+/u

/** Normalises full-width characters and removes invisible ones. */
const plainCode = (text: string): string => text.replaceAll(/[\u200b-\u200d\u2060\ufeff]/g, '').normalize('NFKC').trim()

/**
 * Splits a typed or pasted text into codes: `26322000000000100091，２６３２２０００`. In order, repeats included; empty if the value is not a
 * text. To be used by all code that reads a field with several codes.
 */
export const codesIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? value.split(separators).map(plainCode).filter(Boolean) : []

interface CodePattern {
  readonly expression: RegExp
  /** The pattern contains a comma, i.e. accepts several codes. */
  readonly isList: boolean
}

const compiled = new Map<string, CodePattern>()

function patternOf(pattern: string): CodePattern {
  const known = compiled.get(pattern) ??
    { expression: new RegExp(pattern, 'u'), isList: pattern.replaceAll(/\{[^}]*\}/g, '').includes(',') }
  compiled.set(pattern, known)
  return known
}

/**
 * Normalises a typed text for a field with a pattern: full-width characters, and separators between several codes. Returns the text
 * unchanged if it matches, or if no normalised form does.
 */
export function typedCode(text: string, pattern: string): string {
  const { expression, isList } = patternOf(pattern)
  return [text, plainCode(text), ...(isList ? [codesIn(text).join(',')] : [])].find((candidate) => expression.test(candidate)) ?? text
}
