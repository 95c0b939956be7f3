import { currencyKey } from '#kernel/fields/list-columns.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { Fields } from '#kernel/fields.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import cn from '../locales/cn.ts'
import en from '../locales/en.ts'
import { rates } from './rates.ts'

/**
 * Sets the exchange rate of the month in which a document is filed. The rate is then frozen, and read again when the document is filed
 * again.
 */
export const freezeRate: DocumentExtension = {
  early: true,
  concerns: ({ fields }) => currencyKey({ fields }) !== undefined && rateKey(fields) !== undefined,

  async prepare(step) {
    const key = rateKey(step.form.fields)!
    if (!isFiling(step)) return { [key]: step.before?.[key] ?? null }
    const currency = currencyOf(step)
    const rate = currency && (await rates(step.db).find(currency, monthOf(step)))
    return { [key]: rate ?? null }
  },

  async check(step) {
    const rate = decimalOf(rateOf(step))
    if (currencyOf(step) === undefined || rate?.gt(0)) return []
    // with the message, so that an identical one of the form's own rule is not shown twice
    const code = 'currencies.rateMissing'
    return [{ field: currencyKey(step.form)!, code, message: { cn: cn[code], en: en[code] } }]
  },

  async onSubmit(step) {
    const currency = currencyOf(step)
    if (currency) await rates(step.db).use(currency, monthOf(step), rateOf(step))
  },
}

const isFiling = ({ filing, before }: DocumentStep): boolean => filing ?? before === undefined

const monthOf = ({ at }: DocumentStep) => todayOf(at).slice(0, 7)

const rateKey = (fields: Fields): string | undefined => keyAs(fields, 'exchangeRate')

const rateOf = ({ form, value }: DocumentStep): string => String(value[rateKey(form.fields) ?? ''] ?? '')

function currencyOf({ form, value }: DocumentStep): string | undefined {
  const currency = value[currencyKey(form) ?? '']
  return typeof currency === 'string' && currency !== '' ? currency : undefined
}
