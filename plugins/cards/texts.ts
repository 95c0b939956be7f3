import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'cards.nameNeeded': { cn: '请至少填写中文名或英文名', en: 'Please enter the Chinese or the English name' },
  'cards.personalExists': { cn: '您已创建个人名片', en: 'You already have a personal card' },
  'cards.exists': { cn: '名片已存在，是否覆盖？', en: 'The card exists, overwrite?' },
  'cards.bothLinked': { cn: '不能同时关联客户和供应商', en: 'Cannot link both' },
  'cards.notYours': { cn: '只能修改或删除本人的名片', en: 'You can only change or delete your own cards' },
  'cards.syncFailed': { cn: '同步失败，请稍后再试', en: 'Synchronization failed, please try again later' },
  'cards.syncDone': { cn: '新增{added}，更新{changed}，失败{failed}', en: '{added} added, {changed} updated, {failed} failed' },
})
