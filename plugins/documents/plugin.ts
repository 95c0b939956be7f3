import { definePlugin } from '#kernel/plugin.ts'
import { cn, en } from './texts.ts'
import { canPosting } from '#kernel/postings.ts'
import { rightsOfPages, statisticsMenu, statisticsPages } from '#plugins/statistics/extension-points.ts'
import { bills } from './statistics/pages.ts'
import { can } from './permissions.ts'

/** Document desk: tasks, own documents and copies of a person, and the posting centre. */
export default definePlugin({
  id: 'documents',
  requires: ['statistics'],
  permissions: [...rightsOfPages([bills]), ...Object.values(can), ...Object.values(canPosting)],
  locales: { cn, en },
  menus: [
    { id: 'workbench', cn: '工作台', en: 'Workbench', sort: 10 },
    { id: 'home', parent: 'workbench', cn: '首页', en: 'Home', icon: 'home', path: '/', sort: 10 },
    { id: 'todo', parent: 'workbench', cn: '待办', en: 'To do', icon: 'inbox', path: '/todo', sort: 20 },
    { id: 'handled', parent: 'workbench', cn: '我已办', en: 'Handled', icon: 'check-circle', path: '/handled', sort: 30 },
    { id: 'initiated', parent: 'workbench', cn: '我发起', en: 'Initiated', icon: 'send', path: '/initiated', sort: 40 },
    { id: 'cc', parent: 'workbench', cn: '抄送', en: 'CC', icon: 'mail', path: '/cc', sort: 50 },
    { id: 'orders', parent: 'workbench', cn: '单据列表', en: 'Documents', icon: 'file', path: '/orders', sort: 60 },
    { id: 'integration', cn: '集成', en: 'Integration', sort: 80 },
    { id: 'posting-centre', parent: 'integration', cn: '过账中心', en: 'Posting centre', icon: 'swap', path: '/posting-centre',
      needs: canPosting.view, sort: 10 },
    { id: 'posting-reconciliation', parent: 'integration', cn: '过账对账', en: 'Reconciliation', icon: 'audit',
      path: '/posting-reconciliation', needs: canPosting.view, sort: 12 },
    { id: 'finance', cn: '财务管理', en: 'Finance', sort: 20 },
    statisticsMenu(bills, 'file-done'),
  ],
  contributes: [statisticsPages.of(bills)],
})
