import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  sync: { cn: '同步名片', en: 'Sync cards' },
  synced: { cn: '同步完成：成功 {success} 张，失败 {failed} 张', en: 'Cards synced: {success} updated, {failed} failed' },
  notSet: { cn: '未设置名片来源，仅从通讯录更新本人名片',
    en: 'No source of collected cards is set up. Only your own card is updated, from the address book' },
  my: { cn: '我的名片', en: 'My card' },
  colleague: { cn: '同事', en: 'Colleague' },
  syncFailed: { cn: '同步失败', en: 'Sync failed' },
  syncedAt: { cn: '{time}同步', en: 'Synced {time}' },
  pictureOf: { cn: '{name}的名片图片', en: 'Card of {name}' },
})
