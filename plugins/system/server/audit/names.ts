import type { Label } from '#kernel/label.ts'
import type { Plugin } from '#kernel/plugin.ts'

/** Names of what calls are about: declared resources and forms, and the parts of the host. */
export function auditNames(plugins: readonly Plugin[]) {
  const resources = new Map(plugins.flatMap((plugin) => plugin.resources).map((resource) => [resource.name, resource]))
  return {
    of: (resource: string): Label => resources.get(resource) ?? host[resource] ?? { cn: resource, en: resource },
    field: (resource: string | null) => (field: string): Label | null => {
      const found = resource === null ? undefined : (resources.get(resource)?.fields[field] ?? (roleSubjects.has(resource) ? roleFields[field] : undefined))
      return found ? { cn: found.cn, en: found.en } : null
    },
  }
}

const host: Readonly<Record<string, Label>> = {
  user: { cn: '用户', en: 'User' }, role: { cn: '角色', en: 'Role' }, menu: { cn: '菜单', en: 'Menu' }, org: { cn: '组织', en: 'Organisation' }, dictionary: { cn: '字典', en: 'Dictionary' }, terminal: { cn: '终端设置', en: 'Terminal settings' },
  attachment: { cn: '附件', en: 'Attachment' }, document: { cn: '单据', en: 'Document' }, message: { cn: '消息', en: 'Message' }, draft: { cn: '草稿', en: 'Draft' }, signIn: { cn: '登录', en: 'Sign-in' }, account: { cn: '账号', en: 'Account' },
  dataScope: { cn: '数据权限', en: 'Data permissions' }, delegation: { cn: '外出代办', en: 'Delegation' }, messagePreference: { cn: '消息设置', en: 'Message settings' }, payeeAccount: { cn: '收款账户', en: 'Payee account' }, journey: { cn: '行程', en: 'Journey' }, errand: { cn: '系统处理', en: 'Errand' }, import: { cn: '导入', en: 'Import' },
  updateLog: { cn: '更新日志', en: 'Update log' }, guide: { cn: '用户指南', en: 'User guide' }, syncLog: { cn: '同步日志', en: 'Synchronisation log' }, push: { cn: '消息推送', en: 'Push' }, sap: { cn: 'SAP', en: 'SAP' },
  listView: { cn: '列表视图', en: 'List view' }, opinion: { cn: '常用意见', en: 'Phrases' }, parameter: { cn: '标准与参数', en: 'Standards and limits' }, annualBudget: { cn: '年度预算', en: 'Annual budget' }, budget: { cn: '预算', en: 'Budget' }, budgetYear: { cn: '预算年度', en: 'Budget year' }, budgetVariance: { cn: '差异原因', en: 'Variance reason' }, area: { cn: '地区', en: 'Area' }, auditLog: { cn: '审计日志', en: 'Audit log' },
}

const roleSubjects: ReadonlySet<string> = new Set(['role', 'dataScope'])

/** What a role consists of: it is no declared resource. */
const roleFields: Readonly<Record<string, Label>> = {
  name: { cn: '名称', en: 'Name' }, sort: { cn: '排序', en: 'Order' }, enable: { cn: '启用', en: 'Enabled' }, remark: { cn: '备注', en: 'Remarks' }, members: { cn: '成员数', en: 'Members' },
  permissions: { cn: '权限', en: 'Permissions' }, scopes: { cn: '数据权限', en: 'Data scopes' }, dataScope: { cn: '默认数据权限', en: 'Default data scope' }, columns: { cn: '列权限', en: 'Column permissions' },
}
