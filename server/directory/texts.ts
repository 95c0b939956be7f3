const cn = {
  'directory.notSet': '未配置人员目录（SCIM_URL、SCIM_TOKEN），人员仅在本系统维护',
  'directory.failed': '同步失败，请稍后再试',
  'directory.changed': '人员目录在预览之后有变化，请重新查看',
  'directory.many': '将停用 {count} 人，请先在组织页面预览并确认',
  'directory.userName': '用户名只能是 2 至 30 位字母、数字和 ._-',
  'directory.unreadable': '人员目录中的记录无法读取',
  'directory.tooLong': '资料超出长度',
  'directory.level': '职级不在数据字典“职级”中',
  'directory.taken': '用户名、邮箱、手机号或工号已属于他人',
}

const en = {
  'directory.notSet': 'No people directory is connected (SCIM_URL, SCIM_TOKEN), so people are maintained here only',
  'directory.failed': 'Synchronization failed, please try again later',
  'directory.changed': 'The people directory has changed since the preview. Preview it again',
  'directory.many': '{count} people would be deactivated. Check the preview on the Organisation page first',
  'directory.userName': 'A user name has 2 to 30 letters, digits or . _ -',
  'directory.unreadable': 'The record in the people directory can’t be read',
  'directory.tooLong': 'One of the details is too long',
  'directory.level': 'The grade isn’t in the dictionary “Grade”',
  'directory.taken': 'The user name, e-mail, phone or job number belongs to someone else',
} satisfies Record<keyof typeof cn, string>

/** Texts of the people directory. */
export const directoryTexts = { cn, en }
