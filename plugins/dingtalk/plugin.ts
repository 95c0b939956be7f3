import { definePlugin, type Dictionary } from '#kernel/plugin.ts'
import { cn, en } from './texts.ts'
import { can, processInstance } from './process-instance.ts'

/** States and results of DingTalk approvals, with that platform's values. */
const dictionaries: readonly Dictionary[] = [
  {
    key: 'dingtalk-process-status',
    cn: '钉钉审批状态',
    en: 'DingTalk process status',
    items: [
      { value: 'NEW', cn: '新创建', en: 'New' },
      { value: 'RUNNING', cn: '审批中', en: 'In approval' },
      { value: 'COMPLETED', cn: '已完成', en: 'Completed' },
      { value: 'TERMINATED', cn: '已撤销', en: 'Revoked' },
      { value: 'CANCELED', cn: '已取消', en: 'Cancelled' },
    ],
  },
  {
    key: 'dingtalk-process-result',
    cn: '钉钉审批结果',
    en: 'DingTalk process result',
    items: [{ value: 'agree', cn: '同意', en: 'Agreed' }, { value: 'refuse', cn: '拒绝', en: 'Refused' }],
  },
]

/** Imported history of DingTalk approvals. */
export default definePlugin({
  id: 'dingtalk',
  requires: ['documents', 'system'],
  permissions: Object.values(can),
  dictionaries,
  resources: [processInstance],
  menus: [{ id: 'dingtalk-approvals', parent: 'workbench', cn: processInstance.cn, en: 'DingTalk approvals', icon: 'history',
    path: processInstance.path, needs: can.view, sort: 90 }],
  locales: { cn, en },
})
