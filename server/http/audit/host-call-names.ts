import type { Label } from '#kernel/wording/label.ts'
import type { CallNames } from './call-names.ts'

const sync: Label = { cn: '同步', en: 'Sync' }
const signIn: Label = { cn: '登录', en: 'Sign in' }
const signOut: Label = { cn: '退出登录', en: 'Sign out' }
const markRead: Label = { cn: '标为已读', en: 'Mark as read' }
const upload: Label = { cn: '上传', en: 'Upload' }
const changePassword: Label = { cn: '修改密码', en: 'Change the password' }

/** The meaning of the last two words of a path, or of the last one, wherever they stand. */
export const callWords: Readonly<Record<string, Label>> = {
  // records
  save: { cn: '保存', en: 'Save' },
  add: { cn: '新增', en: 'Add' },
  update: { cn: '修改', en: 'Change' },
  enable: { cn: '启用或停用', en: 'Enable or disable' },
  changeStatus: { cn: '更改状态', en: 'Change status' },
  bindGroups: { cn: '绑定部门', en: 'Bind departments' },
  sort: { cn: '排序', en: 'Sort' },
  import: { cn: '导入', en: 'Import' },
  importProgress: { cn: '停止导入', en: 'Stop import' },
  export: { cn: '导出', en: 'Export' },
  template: { cn: '下载模板', en: 'Download template' },
  download: { cn: '下载', en: 'Download' },
  sync,
  retry: { cn: '重试', en: 'Retry' },
  refreshCache: { cn: '刷新缓存', en: 'Refresh the cache' },
  // documents
  apply: { cn: '提交', en: 'Submit' },
  pass: { cn: '通过', en: 'Pass' },
  refuse: { cn: '拒绝', en: 'Refuse' },
  back: { cn: '退回', en: 'Return' },
  abort: { cn: '撤销', en: 'Revoke' },
  abandoned: { cn: '作废', en: 'Void' },
  abortUpdate: { cn: '撤回修改', en: 'Withdraw to change' },
  transfer: { cn: '转交', en: 'Transfer' },
  countersign: { cn: '加签', en: 'Countersign' },
  cancelCountersign: { cn: '撤回加签', en: 'Cancel countersign' },
  urge: { cn: '催办', en: 'Urge' },
  hardToDecide: { cn: '难以判定', en: 'Hard to decide' },
  followUp: { cn: '后续填报', en: 'Follow up' },
  deleteByIds: { cn: '删除', en: 'Delete' },
  opinions: { cn: '修改常用意见', en: 'Change the phrases' },
  setReadState: markRead,
  myGotItSetRead: markRead,
  readAll: { cn: '全部标为已读', en: 'Mark all as read' },
  read: markRead,
  'comment/add': { cn: '评论', en: 'Comment' },
  'comment/delete': { cn: '删除评论', en: 'Delete a comment' },
  'cc/add': { cn: '抄送', en: 'CC' },
  'attachment/add': { cn: '添加附件', en: 'Add files' },
  delAttachment: { cn: '删除附件', en: 'Delete a file' },
  upload,
  attachmentUpload: upload,
  reassign: { cn: '改派', en: 'Reassign' },
  skip: { cn: '跳过节点', en: 'Skip the step' },
  jump: { cn: '跳转', en: 'Jump' },
  forceEnd: { cn: '强制结束', en: 'Force end' },
  handOver: { cn: '交接', en: 'Hand over' },
  // people
  pwd: changePassword,
  password: changePassword,
  phone: { cn: '修改手机号', en: 'Change phone' },
  send: { cn: '发送验证码', en: 'Send a code' },
  avatar: { cn: '更换头像', en: 'Change picture' },
  customizeUpdate: { cn: '修改消息设置', en: 'Change message settings' },
  account: { cn: '修改个人设置', en: 'Change own settings' },
  login: signIn,
  certs: signIn,
  'openid-configuration': signIn,
  'sign-in': signIn,
  auth: signIn,
  token: signIn,
  logout: signOut,
  'logout/confirm': signOut,
  'logout/success': signOut,
}

export const hostCallNames: CallNames = {
  subjects: {
    user: { cn: '用户', en: 'User' },
    org: { cn: '组织', en: 'Organisation' },
    dictionary: { cn: '字典', en: 'Dictionary' },
    attachment: { cn: '附件', en: 'Attachment' },
    document: { cn: '单据', en: 'Document' },
    message: { cn: '消息', en: 'Message' },
    draft: { cn: '草稿', en: 'Draft' },
    signIn: { cn: '登录', en: 'Sign-in' },
    account: { cn: '账号', en: 'Account' },
    delegation: { cn: '外出代办', en: 'Substitute' },
    messagePreference: { cn: '消息设置', en: 'Message settings' },
    errand: { cn: '系统任务', en: 'Service task' },
    posting: { cn: '过账', en: 'Posting' },
    import: { cn: '导入', en: 'Import' },
    opinion: { cn: '常用意见', en: 'Phrases' },
    flow: { cn: '审批流程', en: 'Approval flow' },
    listView: { cn: '列表视图', en: 'List view' },
  },
  operations: {
    '/oaserver/:businessType/rows/:table/read': { cn: '粘贴明细', en: 'Paste rows' },
    '/workflow/def/:businessType': { cn: '修改流程', en: 'Change the flow' },
    '/workflow/def/:businessType/node/:node': { cn: '删除流程节点', en: 'Delete a node of the flow' },
    '/workflow/def/:businessType/shipped': { cn: '处理产品新版本', en: 'Decide on the shipped version' },
    '/oaserver/listViews/:id/restore': { cn: '恢复', en: 'Restore' },
    '/workflow/posting/handle': { cn: '标记为已处理', en: 'Mark as handled' },
    '/oaserver/:businessType/:businessKey/account/reveal': { cn: '查看完整账号', en: 'Show a full account number' },
  },
}
