import { todayOf } from '#kernel/values/dates.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { DocumentExtension, DocumentStep } from '#server/document-extension.ts'
import cn from '../locales/cn.ts'
import en from '../locales/en.ts'
import { rates } from './rates.ts'

/**
 * Documents in a currency carry the rate of the month in which they are filed. It is frozen then, and read anew
 * when they are filed again.
 */
export const freezeRate: DocumentExtension = {
  early: true,
  concerns: ({ fields }) => fields['currencyType']?.kind === 'currency' && fields['exchangeRate'] !== undefined,

  async prepare(step) {
    if (!isFiling(step)) return { exchangeRate: step.before?.['exchangeRate'] ?? null }
    const currency = currencyOf(step)
    const rate = currency && (await rates(step.db).find(currency, monthOf(step)))
    return { exchangeRate: rate ?? null }
  },

  async check({ value }) {
    const rate = decimalOf(String(value['exchangeRate'] ?? ''))
    if (!value['currencyType'] || rate?.gt(0)) return []
    // With its sentence, so that a form whose own rule says the same says it once.
    const code = 'currencies.rateMissing'
    return [{ field: 'currencyType', code, message: { cn: cn[code], en: en[code] } }]
  },

  async onSubmit(step) {
    const currency = currencyOf(step)
    if (currency) await rates(step.db).use(currency, monthOf(step), String(step.value['exchangeRate']))
  },
}

const isFiling = ({ filing, before }: DocumentStep): boolean => filing ?? before === undefined

const monthOf = ({ at }: DocumentStep) => todayOf(at).slice(0, 7)

function currencyOf({ value }: DocumentStep): string | undefined {
  const currency = value['currencyType']
  return typeof currency === 'string' && currency !== '' ? currency : undefined
}
