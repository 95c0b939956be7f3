import { definePlugin } from '../../src/kernel/plugin.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { can } from './permissions.ts'

/** Annual budgets, and the ledger of what documents occupy and spend of them. */
export default definePlugin({
  id: 'budgets',
  requires: ['expense-types'],
  permissions: Object.values(can),
  locales: { cn, en },
})
