import type cn from './cn.ts'

export default {
  'currencies.wholeAmounts': 'Amounts in {currency} can’t have decimals',
  'currencies.rateMissing': 'Exchange rate for the currency not set this month, contact finance',
  'currencies.rateLookupFailed': 'Failed to get exchange rate, please refresh and retry',
  'currencies.rateChanged': 'The rate has changed, recalculate',
  'currencies.reasonRequired': 'This month’s rate is already in use: enter a reason for the change',
  'currencies.lockedForImport': 'The month is locked. Change it on the page, with a reason',
  'currencies.monthFixed': 'A rate’s month and currency can’t be changed. Add another rate instead',
  'currencies.codeFixed': 'A currency code can’t be changed',
  'currencies.baseRate': 'The RMB rate is always 1 and can’t be set',
  'currencies.nothingToCopy': '{month} has no rates to copy',
} as const satisfies Record<keyof typeof cn, string>
