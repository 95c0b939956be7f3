import { defineImportSamples, padded, wrong } from '#server/architecture-tests/import-sample.ts'

export default defineImportSamples({
  exchangeRate: {
    rows: () => (n) => ({ yearMonth: `${2031 + Math.floor(n / 12)}-${padded((n % 12) + 1, 2)}`, currency: 'USD', rate: '7.123456' }),
    refusals: [
      wrong('the same month again', '', '与原文件第 3 行重复', { rate: '7.2' }),
      wrong('the currency that all is converted to', 'currency', '人民币', { currency: 'CNY' }),
      wrong('a month that documents used', 'rate', '锁定', { yearMonth: '2026-09' }),
      wrong('a month that is none', 'yearMonth', '格式', { yearMonth: '2031-13' }),
    ],
  },
})
