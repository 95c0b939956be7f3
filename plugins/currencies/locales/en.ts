import type cn from './cn.ts'

export default {
  'currencies.wholeAmounts': 'Amounts in {currency} have no decimals',
  'currencies.rateMissing': 'Exchange rate for the currency not set this month, contact finance',
  'currencies.rateLookupFailed': 'Failed to get exchange rate, please refresh and retry',
  'currencies.rateChanged': 'The rate has changed, recalculate',
  'currencies.reasonRequired': 'Documents have used this month’s rate: give a reason for the change',
  'currencies.lockedForImport': 'The month is locked; change it on the page, with a reason',
  'currencies.monthFixed': 'Month and currency of a rate are fixed: add another rate instead',
  'currencies.codeFixed': 'The code of a currency cannot be changed',
  'currencies.baseRate': 'The rate of RMB is always 1 and cannot be set',
  'currencies.nothingToCopy': '{month} has no rates to copy',
} as const satisfies Record<keyof typeof cn, string>
