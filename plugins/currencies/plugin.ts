import { definePlugin } from '#kernel/plugin.ts'
import { currency } from './currency.ts'
import { exchangeRate } from './exchange-rate.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { can, canRate } from './permissions.ts'

export default definePlugin({
  id: 'currencies',
  requires: ['documents'],
  permissions: [...Object.values(can), ...Object.values(canRate)],
  resources: [currency, exchangeRate],
  menus: [
    { id: 'currency-department', parent: 'finance', cn: '币种管理', en: 'Currencies', icon: 'dollar', path: currency.path, needs: can.view,
      sort: 10 },
    { id: 'exchange-management', parent: 'finance', cn: '汇率管理', en: 'Exchange rates', icon: 'line-chart', path: exchangeRate.path,
      needs: canRate.view, sort: 20 },
  ],
  locales: { cn, en },
})
