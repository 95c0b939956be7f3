import { Decimal } from 'decimal.js'

const digits = '零壹贰叁肆伍陆柒捌玖'
const variants: Readonly<Record<string, string>> = { 〇: '零', 貳: '贰', 叄: '叁', 陸: '陆', 萬: '万', 億: '亿', 圓: '圆', 元: '圆',
  負: '负' }
const places: Readonly<Record<string, number>> = { 拾: 10, 佰: 100, 仟: 1000 }

const amount =
  /(?<minus>负)?(?:(?<whole>[零壹贰叁肆伍陆柒捌玖拾佰仟万亿]+)圆)?零?(?:(?<tenths>[零壹贰叁肆伍陆柒捌玖])角)?零?(?:(?<hundredths>[零壹贰叁肆伍陆柒捌玖])分)?整?/g

/** The first amount in capitals within a text (`（大写）伍佰贰拾陆圆整`); undefined where there is none. */
export function capitalsIn(text: string): Decimal | undefined {
  const plain = text.replaceAll(/\s/g, '').replaceAll(/[〇貳叄陸萬億圓元負]/g, (character) => variants[character] ?? character)
  for (const { groups } of plain.matchAll(amount)) {
    const { minus, whole, tenths, hundredths } = groups ?? {}
    if (whole === undefined && tenths === undefined && hundredths === undefined) continue
    const value = new Decimal(wholeOf(whole ?? '')).plus(new Decimal(digitOf(tenths)).div(10)).plus(
      new Decimal(digitOf(hundredths)).div(100),
    )
    return minus ? value.neg() : value
  }
  return undefined
}

const digitOf = (character: string | undefined) => (character === undefined ? 0 : digits.indexOf(character))

/** Parses a whole number such as `壹万零陆佰` in sections of four places. */
function wholeOf(text: string): number {
  let [total, section, digit] = [0, 0, 0]
  for (const character of text) {
    const place = places[character]
    if (place !== undefined) {
      section += (digit || 1) * place
      digit = 0
    } else if (character === '万') {
      section = (section + digit) * 10_000
      total += section
      ;[section, digit] = [0, 0]
    } else if (character === '亿') {
      total = (total + section + digit) * 100_000_000
      ;[section, digit] = [0, 0]
    } else digit = digitOf(character)
  }
  return total + section + digit
}
