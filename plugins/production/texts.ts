import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'production.setChanged': { cn: '明细与套料的BOM不一致，请重新展开', en: 'The lines differ from the set; expand it again' },
  'production.tooMuchReturned': { cn: '退料数量不能大于可退数量{n}',
    en: 'The returned quantity cannot exceed the returnable quantity {n}' },
  'production.notTaken': { cn: '退料明细须取自原领料单', en: 'A return takes its lines from the original requisition' },
  'production.issued': { cn: '已发料，不能撤销', en: 'Materials have been issued; it can no longer be withdrawn' },
  'production.notForward': { cn: '开发状态只能向前', en: 'A state can only move forward' },
  'production.noComponents': { cn: '套料无BOM', en: 'The set material has no BOM' },
})
