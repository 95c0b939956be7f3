import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { disbursement } from './types/disbursement/index.ts'
import { qualityClaim } from './types/qualityClaim/index.ts'

const forms = [disbursement, qualityClaim]

/** Payments with partial payments, advances and repayments, and quality claims. */
export default definePlugin({
  id: 'payments',
  requires: ['budgets', 'cost-centres', 'currencies', 'expense-types', 'forms', 'masters', 'projects', 'system'],
  permissions: forms.flatMap(({ key }) => Object.values(formPermissions(key))),
  forms,
  formGroups: [{ id: 'payment', cn: '付款', en: 'Payments', sort: 40 }],
  dictionaries,
  roles: [{ key: 'qualityEngineer', cn: '质量工程师', en: 'Quality engineer', sort: 17 }],
  locales: { cn, en },
})
