import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'assets.beyondContract': { cn: '验收金额超过合同金额', en: 'The accepted amount exceeds the contract amount' },
})
