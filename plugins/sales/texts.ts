import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'sales.baseKnown': { cn: '该产品的底价已登记', en: 'This product already has a floor price' },
})
