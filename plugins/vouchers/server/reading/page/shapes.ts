import { valueOf } from '../fields.ts'
import type { VoucherField } from '../voucher.ts'

/** Label texts: a value that contains one of them is a misread label. */
const labels = /名称|识别号|信用代码|地址|电话|开户行|密码区|规格型号|发票|购买方|销售方|[:：]/

const isTaxNo = (text: string) => /^[0-9A-Z]{15,20}$/.test(text)
const isName = (text: string) => /[\p{L}]{2}/u.test(text) && text.length <= 100 && !labels.test(text)

const shapes: Readonly<Partial<Record<VoucherField, (text: string) => boolean>>> = {
  number: (text) => /^(?:\d{8}|\d{20})$/.test(text),
  code: (text) => /^(?:\d{10}|\d{12})$/.test(text),
  checkCode: (text) => /^\d{6,20}$/.test(text),
  originalNumber: (text) => /^(?:\d{8}|\d{20})$/.test(text),
  buyerTaxNo: isTaxNo,
  sellerTaxNo: isTaxNo,
  buyerName: isName,
  sellerName: isName,
}

const names: ReadonlySet<VoucherField> = new Set(['buyerName', 'sellerName', 'departure', 'destination'])

/** Normalizes a printed text for a field; undefined if it does not have the field's format. */
export function shapedValueOf(field: VoucherField, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const shown = text.replaceAll(/\p{C}/gu, '').trim()
  const joined = shown.replaceAll(/\s+/g, names.has(field) ? ' ' : '')
  // joined without the blank, a date and its time may have too many digits
  const value = valueOf(field, joined) ?? valueOf(field, shown)
  return value && (shapes[field]?.(value) ?? true) ? value : undefined
}
