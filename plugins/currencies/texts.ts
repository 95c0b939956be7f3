import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'currencies.wholeAmounts': { cn: '{currency}金额须为整数', en: 'Amounts in {currency} can’t have decimals' },
  'currencies.rateMissing': { cn: '该币种本月未设置汇率，请联系财务',
    en: 'Exchange rate for the currency not set this month, contact finance' },
  'currencies.rateLookupFailed': { cn: '获取汇率失败，请刷新重试', en: 'Failed to get exchange rate, please refresh and retry' },
  'currencies.rateChanged': { cn: '汇率已更新，请重新计算', en: 'The rate has changed, recalculate' },
  'currencies.reasonRequired': { cn: '该月份汇率已被单据使用，修改须填写原因',
    en: 'This month’s rate is already in use: enter a reason for the change' },
  'currencies.lockedForImport': { cn: '该月已锁定，请在页面上填写原因后修改',
    en: 'The month is locked. Change it on the page, with a reason' },
  'currencies.monthFixed': { cn: '年月和币种不可修改，请新建一条汇率',
    en: 'A rate’s month and currency can’t be changed. Add another rate instead' },
  'currencies.codeFixed': { cn: '币种代码不可修改', en: 'A currency code can’t be changed' },
  'currencies.baseRate': { cn: '人民币汇率恒为 1，不可设置', en: 'The RMB rate is always 1 and can’t be set' },
  'currencies.nothingToCopy': { cn: '{month} 没有可复制的汇率', en: '{month} has no rates to copy' },
})
