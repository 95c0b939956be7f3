import { definePlugin } from '#kernel/plugin.ts'
import { can, expenseType } from './expense-type.ts'
import { cn, en } from './texts.ts'

export default definePlugin({
  id: 'expense-types',
  requires: ['documents'],
  permissions: Object.values(can),
  resources: [expenseType],
  dictionaries: [
    {
      key: 'reimburseKind',
      cn: '报销类别',
      en: 'Expense type',
      items: [
        { value: '1', cn: '日常费用', en: 'Daily expense' },
        { value: '2', cn: '出租车费', en: 'Taxi fare' },
        { value: '3', cn: '业务招待', en: 'Entertainment' },
        { value: '4', cn: '自驾用车', en: 'Self-drive car' },
        { value: '5', cn: '服务费', en: 'Service fee' },
        { value: '6', cn: '费用类采购', en: 'Purchase request' },
        { value: '7', cn: '福利培训', en: 'Welfare and training' },
        { value: '9', cn: '其他', en: 'Other' },
      ],
    },
  ],
  menus: [
    { id: 'expense-type-department', parent: 'finance', cn: '费用类别', en: 'Expense categories', icon: 'tags', path: expenseType.path,
      needs: can.view, sort: 30 },
  ],
  locales: { cn, en },
})
