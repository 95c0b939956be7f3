import { defineServer } from '#server/plugin.ts'
import { missingRates } from './action-items.ts'
import { currencyDecimals } from './currency-decimals.ts'
import { freezeRate } from './freeze-rate.ts'
import { migrations } from './migrations.ts'
import { rateRoutes } from './routes.ts'
import { currencyRules, rateRules } from './rules.ts'

export default defineServer({
  id: 'currencies',
  migrations,
  routes: rateRoutes,
  records: { currency: currencyRules, exchangeRate: rateRules },
  extensions: [freezeRate, currencyDecimals],
  actionItems: [missingRates],
})
