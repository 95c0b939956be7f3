import { defineServer } from '#server/plugin.ts'
import { missingRates } from './action-items.ts'
import { currencyDecimals } from './currency-decimals.ts'
import { freezeRate } from './freeze-rate.ts'
import { migrations } from './migrations.ts'
import { rateRoutes } from './routes.ts'
import { currencyRules, rateRules } from './rules.ts'

export default defineServer({
  id: 'currencies',
  callNames: {
    operations: { '/budgetservice/exchangeRate/copyPrevious': { cn: '复制上月', en: 'Copy last month' },
      '/budgetservice/exchangeRate/month': { cn: '修改月份', en: 'Change a month' } },
  },
  migrations,
  routes: rateRoutes,
  records: { currency: currencyRules, exchangeRate: rateRules },
  extensions: [freezeRate, currencyDecimals],
  actionItems: [missingRates],
})
