import { Decimal } from 'decimal.js'

/** Invented invoice data, from which samples are made in various layouts. */
export interface SampleInvoice {
  readonly number: string
  readonly code: string
  readonly checkCode: string
  /** `2026-11-20` */
  readonly issueDate: string
  readonly buyerName: string
  readonly buyerTaxNo: string
  readonly sellerName: string
  readonly sellerTaxNo: string
  readonly net: string
  readonly tax: string
  readonly total: string
}

const buyers = ['江苏示例制造有限公司', '苏州虚构精密机械股份有限公司昆山分公司', '无锡样张电子科技有限公司']
const sellers = ['苏州测试餐饮有限公司', '南京假想供销社', '上海样例信息技术服务有限公司', '常州无此酒店管理有限公司']
const rates = ['0.06', '0.13', '0.09', '0.03']

/** Deterministic sample invoice by index. */
export function invoiceOf(index: number, change: Partial<SampleInvoice> = {}): SampleInvoice {
  const net = new Decimal(100 + index * 37).plus(new Decimal(index % 97).div(100))
  const tax = net.times(rates[index % rates.length]!).toDecimalPlaces(2)
  return { number: `2632000000000${String(1_000_000 + index)}`, code: '032002600111',
    checkCode: `1234567890${String(1_000_000_000 + index)}`,
    issueDate: `2026-${String(index % 12 + 1).padStart(2, '0')}-${String(index % 28 + 1).padStart(2, '0')}`,
    buyerName: buyers[index % buyers.length]!, buyerTaxNo: `91320000BUYER${String(10_000 + index)}`,
    sellerName: sellers[index % sellers.length]!, sellerTaxNo: `91320000SELLR${String(10_000 + index)}`, net: net.toFixed(2),
    tax: tax.toFixed(2), total: net.plus(tax).toFixed(2), ...change }
}

/** Sample of an older invoice, with an eight-digit number within its code. */
export const olderInvoiceOf = (index: number): SampleInvoice => invoiceOf(index, { number: String(10_000_000 + index * 7919) })

export const chineseDate = (date: string) => date.replace(/(\d{4})-(\d{2})-(\d{2})/, '$1年$2月$3日')

const digits = [...'零壹贰叁肆伍陆柒捌玖']

/** An amount below a hundred million in Chinese capital numerals. */
export function capitalsOf(amount: string): string {
  const [whole = '0', cents = '00'] = new Decimal(amount).abs().toFixed(2).split('.')
  const [tenth, hundredth] = [...cents].map(Number)
  const fraction = cents === '00' ? '整' : `${tenth ? `${digits[tenth]}角` : '零'}${hundredth ? `${digits[hundredth]}分` : ''}`
  return `${amount.startsWith('-') ? '负' : ''}${wholeOf(whole)}圆${fraction}`
}

function wholeOf(text: string): string {
  const [ten, section] = [text.slice(0, -4), text.slice(-4)]
  const high = ten === '' ? '' : `${sectionOf(ten)}万`
  return (high + sectionOf(section)).replaceAll(/零+/g, '零').replace(/(.)零$/, '$1') || '零'
}

const sectionOf = (text: string) =>
  [...text].map((digit, index) => {
    const place = ['', '拾', '佰', '仟'][text.length - 1 - index]!
    return digit === '0' ? '零' : `${digits[Number(digit)]}${place}`
  }).join('').replaceAll(/零+/g, '零').replace(/(.)零$/, '$1')
