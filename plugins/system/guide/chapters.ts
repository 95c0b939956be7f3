import type { Label } from '#kernel/wording/label.ts'

/** A chapter of the shipped user guide; its text is in the file named by its key in the folder of each language. */
export interface Chapter extends Label {
  readonly key: string
  /** Key of the parent chapter. */
  readonly parent?: string
  /** Paths of the pages that it explains; help on such a page opens it. */
  readonly pages?: readonly string[]
}

/** Chapters in reading order; a parent precedes its children. */
export const chapters: readonly Chapter[] = [
  { key: 'start', cn: '快速上手', en: 'Getting started', pages: ['/'] },
  { key: 'account', parent: 'start', cn: '账号与个人资料', en: 'Your account', pages: ['/profile'] },
  { key: 'keys', parent: 'start', cn: '快捷键', en: 'Keyboard shortcuts' },
  { key: 'filing', cn: '发起审批', en: 'Filing a request', pages: ['/initiated'] },
  { key: 'filing-budget', parent: 'filing', cn: '预算与超预算说明', en: 'Budget and over-budget explanations' },
  { key: 'filing-after', parent: 'filing', cn: '提交之后', en: 'After submitting', pages: ['/orders'] },
  { key: 'approving', cn: '审批', en: 'Approving', pages: ['/todo', '/handled', '/cc'] },
  { key: 'absence', parent: 'approving', cn: '外出时由他人代办', en: 'A substitute while you are away' },
  { key: 'finance', cn: '财务', en: 'Finance' },
  { key: 'budgets', parent: 'finance', cn: '年度预算', en: 'Annual budgets', pages: ['/annual-budget-management'] },
  { key: 'rates', parent: 'finance', cn: '汇率与基础资料', en: 'Exchange rates and master data',
    pages: ['/exchange-management', '/costCenter-management', '/currency-department', '/expenseType-department', '/project-department',
      '/offline-reimbursement'] },
  { key: 'imports', cn: '导入与导出', en: 'Imports and exports' },
  { key: 'administration', cn: '系统管理', en: 'Administration' },
  { key: 'people', parent: 'administration', cn: '用户与组织', en: 'People and units',
    pages: ['/system/user', '/oa-user', '/system/org', '/system/sync-log', '/user-manage'] },
  { key: 'rights', parent: 'administration', cn: '角色与数据权限', en: 'Roles and data scopes',
    pages: ['/system/role', '/system/data-scope', '/system/menu'] },
  { key: 'interventions', parent: 'administration', cn: '流程干预', en: 'Interventions', pages: ['/interventions'] },
  { key: 'lists', parent: 'administration', cn: '字典、日历与名单', en: 'Dictionaries, calendar and lists',
    pages: ['/system/dict', '/system/holiday', '/system/whitelist', '/system/risk', '/system/factory', '/system/terminal'] },
  { key: 'tracing', parent: 'administration', cn: '审计与更新日志', en: 'Audit log and what’s new',
    pages: ['/system/audit', '/update-log'] },
]
