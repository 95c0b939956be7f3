import { definePlugin } from '../../src/kernel/plugin.ts'
import { expenseType } from './expense-type.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { can } from './permissions.ts'

export default definePlugin({
  id: 'expense-types',
  permissions: Object.values(can),
  resources: [expenseType],
  menus: [
    { id: 'expense-type-department', parent: 'finance', cn: '费用类别', en: 'Expense categories', icon: 'tags', path: expenseType.path, needs: can.view, sort: 30 },
  ],
  locales: { cn, en },
})
