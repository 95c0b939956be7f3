import type { PlacedText } from '../page/page.ts'
import { capitalsOf, chineseDate, type SampleInvoice } from './invoices.ts'

/** A text of a page in mm, with the name of the field that it is the value of. */
export interface SampleText extends PlacedText {
  readonly field?: string
}

/** Text width in mm; Latin letters are half as wide as Chinese characters. */
const widthOf = (text: string) => [...text].reduce((sum, character) => sum + (character < '\u2e80' ? 1.6 : 3.2), 0)
const at = (x: number, y: number, text: string, field?: string): SampleText => ({ text, x, y, width: widthOf(text),
  ...(field && { field }) })
const down = (x: number, y: number, text: string): SampleText[] => [...text].map((character, index) => at(x, y + index * 3.6, character))

interface PageOptions {
  /** Puts the seller's box on the left. */
  readonly isSwapped?: true
  /** Printed total, if it differs from the invoice's. */
  readonly figures?: string
  readonly title?: string
  readonly remark?: string
}

/** Page of a digital invoice: buyer and seller side by side. */
export function digitalPage(invoice: SampleInvoice,
  { isSwapped, figures = `¥${invoice.total}`, title = '电子发票（普通发票）', remark }: PageOptions = {}): SampleText[] {
  const [buyer, seller] = isSwapped ? [101, 0] : [0, 101]
  return [at(80, 10, title), at(154, 13, '发票号码：'), at(170, 13, invoice.number, 'InvoiceNo'), at(154, 19, '开票日期：'),
    at(170, 19, chineseDate(invoice.issueDate), 'IssueDate'), ...down(5.5 + buyer, 33, '购买方信息'), at(11 + buyer, 36, '名称：'),
    at(21 + buyer, 36, invoice.buyerName, 'BuyerName'), at(11 + buyer, 46, '统一社会信用代码/纳税人识别号：'),
    at(63 + buyer, 46, invoice.buyerTaxNo, 'BuyerTaxID'), ...down(5.5 + seller, 33, '销售方信息'), at(11 + seller, 36, '名称：'),
    at(21 + seller, 36, invoice.sellerName, 'SellerName'), at(11 + seller, 46, '统一社会信用代码/纳税人识别号：'),
    at(63 + seller, 46, invoice.sellerTaxNo, 'SellerTaxID'), at(15, 55, '项目名称'), at(42, 55, '规格型号'), at(143, 55, '金额'),
    at(190, 55, '税额'), at(6, 60, '*餐饮服务*餐费', 'Item'), at(136, 60, '120.00', 'Amount'), at(190, 60, '7.20', 'TaxAmount'),
    at(6, 65, '*餐饮服务*餐费', 'Item'), at(135, 65, '-20.00', 'Amount'), at(189, 65, '-1.20', 'TaxAmount'), at(20, 94, '合'),
    at(36, 94, '计'), at(127, 94, '¥', 'TaxExclusiveTotalAmount'), at(131, 94, invoice.net, 'TaxExclusiveTotalAmount'),
    at(178, 94, '¥', 'TaxTotalAmount'), at(182, 94, invoice.tax, 'TaxTotalAmount'), at(16, 101, '价税合计（大写）'),
    at(63, 101, capitalsOf(invoice.total)), at(143, 101, '（小写）'), at(156, 101, figures, 'TaxInclusiveTotalAmount'),
    ...down(5.5, 112, '备注'), ...(remark ? [at(11, 112, remark)] : []), at(20, 132, '开票人：'), at(33, 132, '样张')]
}

/** Page of an older invoice: buyer at the top, seller at the bottom, and the cipher block to the right of the buyer. */
export function olderPage(invoice: SampleInvoice, { title = '江苏增值税电子普通发票' }: PageOptions = {}): SampleText[] {
  return [at(69, 12, title), at(148, 10, '发票代码：'), at(164, 10, invoice.code, 'InvoiceCode'), at(148, 15.5, '发票号码：'),
    at(164, 15.5, invoice.number, 'InvoiceNo'), at(148, 21, '开票日期：'), at(164, 21, chineseDate(invoice.issueDate), 'IssueDate'),
    at(148, 26.5, '校验码：'), at(160, 26.5, invoice.checkCode, 'InvoiceCheckCode'), at(5.5, 26.5, '机器编号：'),
    at(22, 26.5, '661100000000'), ...down(7, 36, '购买方'), at(13, 34, '名称：'), at(36, 34, invoice.buyerName, 'BuyerName'),
    at(13, 39, '纳税人识别号：'), at(36, 39, invoice.buyerTaxNo, 'BuyerTaxID'), at(13, 45, '地址、电话：'),
    at(36, 45, '虚构路1号0512-00000000'), at(13, 50, '开户行及账号：'), ...down(120, 36, '密码区'), at(126, 34, '0062477>548-1109>61*9-52'),
    at(126, 39, '160+2>+<79<931-426-8*+38'), at(24, 55, '项目名称'), at(144, 55, '金额'), at(184, 55, '税额'),
    at(6, 60, '*餐饮服务*餐费', 'Item'), at(136, 60, '100.00', 'Amount'), at(22, 94, '合'), at(36, 94, '计'),
    at(134, 94, `¥${invoice.net}`, 'TaxExclusiveTotalAmount'), at(176, 94, `¥${invoice.tax}`, 'TaxTotalAmount'),
    at(17, 101, '价税合计（大写）'), at(63, 101, capitalsOf(invoice.total)), at(156, 101, '（小写）'),
    at(170, 101, `¥${invoice.total}`, 'TaxInclusiveTotalAmount'), ...down(7, 110, '销售方'), at(13, 108, '名称：'),
    at(36, 108, invoice.sellerName, 'SellerName'), at(13, 113, '纳税人识别号：'), at(36, 113, invoice.sellerTaxNo, 'SellerTaxID'),
    at(13, 118, '地址、电话：'), at(120, 110, '备'), at(120, 116, '注'), at(7, 127, '收款人：')]
}

/** Page of a rail ticket: no seller, with dates of issue and travel. */
export const railPage = (
  invoice: SampleInvoice,
): SampleText[] => [at(70, 10, '电子发票（铁路电子客票）'), at(10, 20, `发票号码:${invoice.number}`),
  at(150, 20, `开票日期:${chineseDate(invoice.issueDate)}`), at(20, 32, '苏州站'), at(90, 32, 'G101'), at(150, 32, '北京南站'),
  at(10, 45, '2026年01月02日'), at(60, 45, '08:30开'), at(10, 55, `票价:￥${invoice.total}`), at(10, 75, '3205001990****0011'),
  at(60, 75, '样张'), at(10, 85, `购买方名称:${invoice.buyerName}`), at(110, 85, `统一社会信用代码:${invoice.buyerTaxNo}`)]

/** Page of an air itinerary: charges below column headers. */
export const airPage = (invoice: SampleInvoice): SampleText[] => [
  at(57, 13, '电子发票（航空运输电子客票行程单）'),
  at(150, 30, '发票号码：'),
  at(166, 30, invoice.number),
  ...[['票价', 'CNY 477.06'], ['燃油附加费', 'CNY 45.87'], ['增值税税率', '9%'], ['增值税税额', 'CNY 47.07'], ['民航发展基金', 'CNY 50.00'],
    ['其他税费', 'CNY 0.00'], ['合计', 'CNY 620.00']].flatMap(
      ([head = '', value = ''],
        index) => [{ ...at(30 + index * 24, 110, head), width: [...head].length * 2 }, { ...at(36 + index * 24, 115, value), width: 12 }],
    ),
  at(150, 130, `填开日期：${invoice.issueDate}`),
  at(7, 138, `购买方名称：${invoice.buyerName}`),
  at(105, 138, `统一社会信用代码/纳税人识别号：${invoice.buyerTaxNo}`),
]
