import { formPermissions } from '../../src/kernel/form.ts'
import { definePlugin } from '../../src/kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { can } from './permissions.ts'
import { expenseReimbursement } from './types/finance/expenseReimbursement/index.ts'

const forms = [expenseReimbursement]

export default definePlugin({
  id: 'forms',
  requires: ['expense-types', 'masters'],
  permissions: [...Object.values(can), ...forms.flatMap((form) => Object.values(formPermissions(form.key)))],
  forms,
  dictionaries,
  locales: { cn, en },
})
