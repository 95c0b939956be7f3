import { Decimal } from 'decimal.js'
import type { DecimalText } from '../fields.ts'
import { decimalOf, moneyText } from './money.ts'

export interface TypedAmountOptions {
  /**
   * Decimal places of the amount: below three, "500.000" may be 500 or 500,000, and is read as neither.
   * @default 2
   */
  readonly places?: number
  /** Code of the currency whose signs and words may stand beside the figure; those of any known currency without it. */
  readonly currency?: string | undefined
}

/**
 * Reads an amount that a person typed or copied: `1,286.50元`, `RMB 12.50`, `12。5`, `1.5万`, `(5)` for -5, full-width digits. Not rounded.
 * Null when it is none, or may mean two amounts (`12,5`, `500.000`, `1e3`).
 */
export function amountIn(typed: string, { places = 2, currency }: TypedAmountOptions = {}): Decimal | null {
  const plain = plainOf(typed)
  const inner = /^\((.*)\)$/.exec(plain)?.[1]
  const unit = unitOf(currency)
  if (inner === undefined) return signed(plain, places, unit)
  const amount = signed(inner.trim(), places, unit)
  return amount?.isNegative() ? null : amount && amount.negated()
}

/** The same rounded half-up to `places`, as it is stored and sent. */
export function parseMoney(typed: string, options: TypedAmountOptions = {}): DecimalText | null {
  const amount = amountIn(typed, options)
  return amount && moneyText(amount, options.places ?? 2)
}

/**
 * A typed text that cannot be read, as the value in its place: what may mean two amounts, such as `500.000`, is written so that the checks
 * of the value find none in it.
 */
export const unreadAmount = (typed: string): string => (stored.test(typed.trim()) ? `${typed.trim()} ` : typed)

/** A number as it is stored and sent. */
const stored = /^-?\d+(\.\d+)?$/

/** The number of a value; null for a text that was kept because it is none. */
export const storedNumber = (value: unknown): string | number | null =>
  typeof value === 'number' || (typeof value === 'string' && stored.test(value)) ? value : null

/** Full-width digits and signs as plain ones, but for superscripts and fractions, which would become digits. */
const plainOf = (typed: string): string =>
  typed.replace(/\p{No}/gu, '?').normalize('NFKC').replace(/[\u2212\u2010-\u2015]/g, '-').replace(/(?<=\d)[。｡]/g, '.').trim().toLowerCase()

/** A figure with one sign, before or behind what stands for the currency. */
function signed(text: string, places: number, unit: string): Decimal | null {
  const bare = text.replace(new RegExp(`^([+-]?)\\s*(?:(?:${unit})\\s*)+`), '$1').replace(new RegExp(`\\s*(?:${unit})$`), '')
  const figure = bare.replace(/^[+-]/, '').replace(/\s*[千万萬亿億]$/, '').trim()
  const multiple = multiples[bare.at(-1) ?? '']
  const amount = figureOf(figure, places < 3 && multiple === undefined)?.times(multiple ?? 1) ?? null
  return bare.startsWith('-') ? amount && amount.negated() : amount
}

/** @param isDoubtful the figure has fewer than three decimals, so that three digits behind a point may be thousands */
function figureOf(figure: string, isDoubtful: boolean): Decimal | null {
  return !digits.test(figure) || (isDoubtful && mayBeThousands.test(figure)) ? null : decimalOf(figure.replace(/[, ]/g, ''))
}

const mayBeThousands = /^[1-9]\d{0,2}\.\d{3}$/

const digits = /^(\d{1,3}(,\d{3})+|\d{1,3}( \d{3})+|\d{1,21})?(\.\d{0,20})?(?<=\d\.?)$/

const multiples: Readonly<Record<string, number>> = { '千': 1_000, '万': 10_000, '萬': 10_000, '亿': 100_000_000, '億': 100_000_000 }

/** Signs and words of the currencies beside their codes, after NFKC and in lower case. */
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
