import { decimalOf, type Numeric } from './money.ts'

const digits = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖']
const places = ['', '拾', '佰', '仟']
const groups = ['', '万', '亿', '万亿']
/** Decimal units of the yuan: 0.1, 0.01, 0.001 and 0.0001. */
const decimalUnits = ['角', '分', '厘', '毫']
const largest = '999999999999999.9999'

/**
 * Formats an amount in Chinese capital numerals: 325.04 → 叁佰贰拾伍元零肆分. Truncated, not rounded, after 4 decimals.
 * Returns "" if the value is not a number, or larger than 999999999999999.9999.
 */
export function capitals(value: Numeric | null | undefined): string {
  const amount = decimalOf(value)?.toDecimalPlaces(4, 1)
  if (!amount || amount.abs().gt(largest)) return ''
  const [whole = '0', decimals = ''] = amount.abs().toFixed().split('.')
  const sign = amount.isNegative() && !amount.isZero() ? '负' : ''
  return sign + yuan(whole, decimals === '') + tail(whole, decimals)
}

function yuan(whole: string, alone: boolean): string {
  if (whole === '0') return alone ? '零元' : ''
  return `${integer(whole)}元`
}

function tail(whole: string, decimals: string): string {
  if (decimals === '') return '整'
  let text = ''
  let gap = false
  for (const [index, digit] of [...decimals].entries()) {
    if (digit === '0') gap = true
    else {
      if (gap && (text !== '' || whole !== '0')) text += '零'
      text += `${digits[Number(digit)]}${decimalUnits[index]}`
      gap = false
    }
  }
  return text
}

function integer(whole: string): string {
  let text = ''
  let gap = false
  const count = Math.ceil(whole.length / 4)
  for (let group = count - 1; group >= 0; group--) {
    const end = whole.length - group * 4
    const part = whole.slice(Math.max(0, end - 4), end)
    const spoken = fourDigits(part)
    if (spoken === '') gap = text !== ''
    else {
      if (text !== '' && (gap || part.startsWith('0'))) text += '零'
      text += spoken + groupUnit(group, whole)
      gap = part.endsWith('0')
    }
  }
  return text
}

/** 万亿 is written as 亿 when the group below it is not zero: 壹万零贰亿, not 壹万亿零贰亿. */
function groupUnit(group: number, whole: string): string {
  const unit = groups[group] ?? ''
  if (group !== 3) return unit
  return /[1-9]/.test(whole.slice(-12, -8)) ? '万' : unit
}

function fourDigits(part: string): string {
  let text = ''
  let gap = false
  const trimmed = part.replace(/^0+/, '')
  for (const [index, digit] of [...trimmed].entries()) {
    if (digit === '0') gap = true
    else {
      text += `${gap ? '零' : ''}${digits[Number(digit)]}${places[trimmed.length - 1 - index]}`
      gap = false
    }
  }
  return text
}
