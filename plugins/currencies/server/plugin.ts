import { nowOf } from '#kernel/values/dates.ts'
import { defineServer } from '#server/plugin.ts'
import type { ActionItemSource } from '#server/extensions/action-items.ts'
import { currencyDecimals } from './currencies.ts'
import { currencyRules, freezeRate, rateRules } from './rates.ts'
import { migrations } from './migrations.ts'
import { rateRoutes } from './routes.ts'
import { base } from '../exchange-rate.ts'
import { canRate } from '../permissions.ts'
import './tables.ts'
import { samples } from './samples.ts'

/** Enabled currencies without a rate for this month, so that no document in them can be filed. */
const missingRates: ActionItemSource = {
  id: 'missingRates',
  cn: '本月未设汇率的币种',
  en: 'Currencies without a rate this month',
  enOne: 'Currency without a rate this month',
  path: '/exchange-management?missing=1',
  needs: canRate.view,
  async count({ db, at }) {
    const month = nowOf(at).slice(0, 7)
    const { count } = await db
      .selectFrom('currency')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('enable', '=', true)
      .where('del_flag', '=', 0)
      .where('code', '<>', base)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('exchange_rate').select('id').whereRef('currency', '=', 'currency.code').where('year_month', '=', month).where(
              'exchange_rate.del_flag',
              '=',
              0,
            ),
          ),
        )
      )
      .executeTakeFirstOrThrow()
    return Number(count)
  },
}

export default defineServer({
  id: 'currencies',
  contributes: [samples],
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
