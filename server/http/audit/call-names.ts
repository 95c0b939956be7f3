import type { Label } from '#kernel/wording/label.ts'

/** Names of a module's calls for the audit log. */
export interface CallNames {
  /** Labels by the `resource` of routes, for those that are not declared resources. */
  readonly subjects?: Readonly<Record<string, Label>>
  /** Operations by the registered path of the route. The usual paths of adding, changing and deleting a record need none. */
  readonly operations?: Readonly<Record<string, Label>>
}

/** A call as logged: its method, and its path with the names of its parameters. */
interface Call {
  readonly method: string
  readonly path: string
}

export interface CallNamer {
  /** Undefined for an unnamed resource. */
  subject(resource: string): Label | undefined
  /** The operation of a call. `isReading`: it changes nothing and is only logged since access was refused. */
  operation(call: Call, isReading: boolean): Label
}

/**
 * Names the calls of the host and the modules. A module names complete paths; words with the same meaning for every record (`save`,
 * `import`) are named by the host.
 * @throws Error for conflicting names
 */
export function callNaming(words: Readonly<Record<string, Label>>, parts: readonly CallNames[]): CallNamer {
  const subjects = merged(parts.map((part) => part.subjects ?? {}))
  const operations = merged(parts.map((part) => part.operations ?? {}))
  return {
    subject: (resource) => subjects.get(resource),
    operation: ({ method, path }, isReading) =>
      operations.get(path) ?? byWords(words, path) ?? (isReading ? view : (byMethod[method] ?? view)),
  }
}

/** Finds a label by the last two words of the path, or the last one. */
function byWords(words: Readonly<Record<string, Label>>, path: string): Label | undefined {
  const segments = path.split('/').filter((word) => word !== '' && !word.startsWith(':'))
  return words[segments.slice(-2).join('/')] ?? words[segments.at(-1) ?? '']
}

const view: Label = { cn: '查看', en: 'View' }

const byMethod: Readonly<Record<string, Label>> = { POST: { cn: '新增', en: 'Add' }, PUT: { cn: '修改', en: 'Change' },
  DELETE: { cn: '删除', en: 'Delete' } }

function merged(parts: readonly Readonly<Record<string, Label>>[]): ReadonlyMap<string, Label> {
  const all = parts.flatMap((part) => Object.entries(part))
  const twice = all.find(([key], index) => all.findIndex(([other]) => other === key) !== index)
  if (twice) throw new Error(`Two modules name the call ${twice[0]}`)
  return new Map(all)
}

const sync: Label = { cn: '同步', en: 'Sync' }
const signIn: Label = { cn: '登录', en: 'Sign in' }
const signOut: Label = { cn: '退出登录', en: 'Sign out' }
const markRead: Label = { cn: '标为已读', en: 'Mark as read' }
const upload: Label = { cn: '上传', en: 'Upload' }
const changePassword: Label = { cn: '修改密码', en: 'Change the password' }

/** Names by the last two words of a path, or the last one, at any position. */
export const callWords: Readonly<Record<string, Label>> = {
  // records
  save: { cn: '保存', en: 'Save' },
  add: { cn: '新增', en: 'Add' },
  update: { cn: '修改', en: 'Change' },
  enable: { cn: '启用或停用', en: 'Enable or disable' },
  reveal: { cn: '查看完整号码', en: 'Show a full number' },
  batch: { cn: '批量修改', en: 'Change several' },
  changeStatus: { cn: '更改状态', en: 'Change status' },
  bindGroups: { cn: '绑定部门', en: 'Bind departments' },
  sort: { cn: '排序', en: 'Sort' },
  import: { cn: '导入', en: 'Import' },
  importProgress: { cn: '停止导入', en: 'Stop import' },
  export: { cn: '导出', en: 'Export' },
  template: { cn: '下载模板', en: 'Download template' },
  print: { cn: '打印', en: 'Print' },
  downloadWord: { cn: '下载Word文件', en: 'Download as Word' },
  downloadWordPDF: { cn: '下载PDF文件', en: 'Download as PDF' },
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
    intervention: { cn: '流程干预', en: 'Intervention' },
    import: { cn: '导入', en: 'Import' },
    opinion: { cn: '常用意见', en: 'Phrases' },
    flow: { cn: '审批流程', en: 'Approval flow' },
    approvalSettings: { cn: '流程配置', en: 'Approval settings' },
    listView: { cn: '列表视图', en: 'List view' },
  },
  operations: {
    '/workflow/inboundFile/retry': { cn: '重新获取附件', en: 'Fetch a file again' },
    '/oaserver/sap/inbound/:businessType': { cn: '接收SAP单据', en: 'Receive a document of SAP' },
    '/oaserver/:businessType/rows/:table/read': { cn: '粘贴明细', en: 'Paste rows' },
    '/workflow/config': { cn: '修改流程配置', en: 'Change the approval settings' },
    '/workflow/def/:businessType': { cn: '修改流程', en: 'Change the flow' },
    '/workflow/def/:businessType/node/:node': { cn: '删除流程节点', en: 'Delete a step of the flow' },
    '/workflow/def/:key': { cn: '删除流程设计', en: 'Delete the flow' },
    '/workflow/def/:key/draft': { cn: '新建流程草稿', en: 'Create a draft of the flow' },
    '/workflow/def/:key/draft/:draft': { cn: '修改流程草稿', en: 'Change a draft of the flow' },
    '/workflow/def/:key/draft/:draft/node/:node': { cn: '删除草稿节点', en: 'Delete a step of a draft' },
    '/workflow/def/:key/draft/:draft/comment': { cn: '评论流程草稿', en: 'Comment on a draft of the flow' },
    '/workflow/def/:key/draft/:draft/publish': { cn: '发布流程', en: 'Publish the flow' },
    '/workflow/def/:key/stop': { cn: '停用流程', en: 'Stop the flow' },
    '/workflow/def/:key/rollback': { cn: '回退流程版本', en: 'Roll back the flow' },
    '/workflow/def/:key/census/move': { cn: '迁移在途单据', en: 'Move running documents' },
    '/workflow/def/:key/what-if': { cn: '测算流程变更', en: 'Start a what-if run' },
    '/workflow/def/:key/what-if/:run': { cn: '取消测算', en: 'Cancel a what-if run' },
    '/workflow/def/:key/scenario': { cn: '新建流程场景', en: 'Create a scenario of the flow' },
    '/workflow/def/:key/scenario/:scenario': { cn: '修改流程场景', en: 'Change a scenario of the flow' },
    '/workflow/def/:businessType/shipped': { cn: '处理产品新版本', en: 'Decide on the standard version' },
    '/oaserver/listViews/:id/restore': { cn: '恢复', en: 'Restore' },
    '/workflow/intervention/confirm': { cn: '确认', en: 'Confirm' },
    '/workflow/intervention/decide': { cn: '批量确认或驳回', en: 'Confirm or decline several' },
    '/workflow/intervention/decline': { cn: '驳回', en: 'Decline' },
    '/workflow/intervention/withdraw': { cn: '撤回', en: 'Withdraw' },
    '/workflow/posting/handle': { cn: '标记为已处理', en: 'Mark as handled' },
    '/oaserver/:businessType/:businessKey/account/reveal': { cn: '查看完整账号', en: 'Show a full account number' },
  },
}
