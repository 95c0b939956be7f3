export const cn = {
  sync: '同步名片',
  synced: '同步完成：成功 {success} 张，失败 {failed} 张',
  notSet: '未设置名片来源，仅从通讯录更新本人名片',
  my: '我的名片',
  colleague: '同事',
  syncFailed: '同步失败',
  syncedAt: '{time}同步',
  pictureOf: '{name}的名片图片',
} as const
