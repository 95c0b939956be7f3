import type { Label } from '#kernel/label.ts'

/** A call as the log keeps it: its method, and its path with the names of its parameters. */
interface Call {
  readonly method: string
  readonly path: string
}

/** What a call does, told by the last words of its path, else by its method. `isReading`: it changes nothing, and is in the log because somebody was turned away. */
export function operationOf({ method, path }: Call, isReading: boolean): Label {
  const words = path.split('/').filter((word) => word !== '' && !word.startsWith(':'))
  const label = [words.slice(-2).join('/'), words.at(-1) ?? ''].map((word) => named[word]).find((found) => found !== undefined)
  const [cn, en] = label ?? (isReading ? view : (byMethod[method] ?? view))
  return { cn, en }
}

type Name = readonly [cn: string, en: string]

const view: Name = ['查看', 'View']
const sync: Name = ['同步', 'Synchronise']
const signIn: Name = ['登录', 'Sign in']
const signOut: Name = ['退出登录', 'Sign out']
const markRead: Name = ['标为已读', 'Mark as read']
const upload: Name = ['上传', 'Upload']

const byMethod: Readonly<Record<string, Name>> = { POST: ['新增', 'Add'], PUT: ['修改', 'Change'], DELETE: ['删除', 'Delete'] }

/** By the last two words, or the last one. */
const named: Readonly<Record<string, Name>> = {
  // records
  save: ['保存', 'Save'], add: ['新增', 'Add'], update: ['修改', 'Change'], enable: ['启用或停用', 'Enable or disable'], changeStatus: ['更改状态', 'Change status'], bindGroups: ['绑定部门', 'Bind departments'], sort: ['排序', 'Sort'],
  import: ['导入', 'Import'], importProgress: ['停止导入', 'Stop the import'], export: ['导出', 'Export'], template: ['下载模板', 'Download the template'], download: ['下载', 'Download'], sync, syncPersonnel: sync, retry: ['重试', 'Retry'], resume: ['恢复发送', 'Resume sending'], clean: ['清空缓存', 'Empty the cache'], refreshCache: ['刷新缓存', 'Refresh the cache'],
  copyPrevious: ['复制上月', 'Copy the previous month'], month: ['修改月份', 'Change a month'], renew: ['续借', 'Renew'], return: ['归还', 'Return'], publish: ['发布', 'Publish'], restore: ['恢复原文', 'Restore the original'],
  // documents
  apply: ['提交', 'Submit'], pass: ['通过', 'Pass'], refuse: ['拒绝', 'Refuse'], back: ['退回', 'Return'], abort: ['撤销', 'Revoke'], abandoned: ['作废', 'Void'], abortUpdate: ['撤回修改', 'Take back to change'], transfer: ['转交', 'Transfer'], countersign: ['加签', 'Countersign'], cancelCountersign: ['取消加签', 'Cancel countersign'],
  urge: ['催办', 'Urge'], hardToDecide: ['难以决策', 'Hard to decide'], followUp: ['后续填报', 'Follow up'], changeOffBudgetItemStatus: ['更改预算内外', 'Change the off-budget status'], setReadState: markRead, myGotItSetRead: markRead, readAll: ['全部标为已读', 'Mark all as read'], read: markRead,
  'comment/add': ['评论', 'Comment'], 'comment/delete': ['删除评论', 'Delete a comment'], 'cc/add': ['抄送', 'CC'], 'attachment/add': ['添加附件', 'Add files'], delAttachment: ['删除附件', 'Delete a file'], upload, attachmentUpload: upload,
  reassign: ['改派', 'Reassign'], skip: ['跳过节点', 'Skip the node'], jump: ['跳转', 'Jump'], forceEnd: ['强制结束', 'Force end'], handOver: ['移交', 'Hand over'],
  // money
  adjust: ['调整', 'Adjust'], lock: ['锁定', 'Lock'], reverse: ['冲销', 'Reverse'], setting: ['修改年度设置', 'Change the year’s settings'], varianceReason: ['填写差异原因', 'Give the variance reason'],
  // people and rights
  resetPwd: ['重置密码', 'Reset the password'], pwd: ['修改密码', 'Change the password'], password: ['修改密码', 'Change the password'], phone: ['修改手机号', 'Change the telephone'], send: ['发送验证码', 'Send a code'], avatar: ['更换头像', 'Change the picture'], customizeUpdate: ['修改消息设置', 'Change the message settings'],
  menus: ['修改菜单权限', 'Change the menus'], users: ['修改成员', 'Change the members'], people: ['调整人员', 'Change the people'], superior: ['修改上级', 'Change the superior'], dataScope: ['修改数据权限', 'Change the data scope'],
  account: ['修改个人设置', 'Change own settings'], login: signIn, certs: signIn, 'openid-configuration': signIn, 'sign-in': signIn, auth: signIn, token: signIn, logout: signOut, 'logout/confirm': signOut, 'logout/success': signOut,
}
