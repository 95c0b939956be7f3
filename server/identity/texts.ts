const cn = {
  'identity.passwordLength': '密码长度为6-18个字符',
  'identity.passwordCommon': '该密码过于常见，请换一个',
  'identity.taken': '该值已被使用',
  'identity.unknownRole': '角色 {role} 不存在',
  'identity.lastAdministrator': '最后一位管理员不可停用',
  'identity.ownDescendant': '不可移动到自身下级',
  'identity.wrongPassword': '用户名或密码错误',
  'identity.wrongOldPassword': '原密码错误',
  'identity.disabled': '账号已停用',
  'identity.locked': '密码错误次数过多，账号已锁定，请 {minutes} 分钟后重试',
  'identity.wrongCaptcha': '验证码错误或已失效',
  'identity.captchaNeeded': '请输入验证码',
  'identity.passwordChangeNeeded': '首次登录需先在登录页修改密码',
  'identity.draftTooLarge': '草稿超过 512 KB，无法保存',
  'identity.nameFixed': '姓名由人事维护，不可自行修改',
  'identity.tooManyDrafts': '草稿数量已达上限，请先删除不用的草稿',
  'identity.invalidPhone': '手机号格式不正确',
  'identity.invalidEmail': '邮箱格式不正确',
}

const en = {
  'identity.passwordLength': 'Password is 6 to 18 characters',
  'identity.passwordCommon': 'This password is too common, choose another',
  'identity.taken': 'This value is already in use',
  'identity.unknownRole': 'There is no role {role}',
  'identity.lastAdministrator': 'The last administrator cannot be disabled',
  'identity.ownDescendant': 'A unit cannot move below itself',
  'identity.wrongPassword': 'Wrong user name or password',
  'identity.wrongOldPassword': 'Wrong old password',
  'identity.disabled': 'The account is disabled',
  'identity.locked': 'Too many wrong passwords, the account is locked; try again in {minutes} min',
  'identity.wrongCaptcha': 'Wrong or expired captcha',
  'identity.captchaNeeded': 'Enter the captcha',
  'identity.passwordChangeNeeded': 'Change the first password on the sign-in page before you go on',
  'identity.draftTooLarge': 'The draft is larger than 512 kB and cannot be saved',
  'identity.nameFixed': 'Names are kept by HR and cannot be changed here',
  'identity.tooManyDrafts': 'The number of drafts has reached its limit; delete some first',
  'identity.invalidPhone': 'Invalid phone number',
  'identity.invalidEmail': 'Invalid e-mail',
} satisfies Record<keyof typeof cn, string>

/** Sentences of identity and organisation. */
export const identityTexts = { cn, en }
