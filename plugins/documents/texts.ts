import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'permission.abandoned': { cn: '作废单据', en: 'Void documents' },
})
