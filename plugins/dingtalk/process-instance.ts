import { datetime, defineFields, department, person, select, text, textarea } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { definePermissions } from '#kernel/permissions.ts'

export const can = definePermissions('dingtalk:processInstance', ['view', 'delete', 'import', 'export'])

/**
 * Approval that ran on DingTalk before this product, imported from that platform's export. Read-only history; a repeated import updates it.
 */
export const processInstance = defineResource({
  name: 'dingtalkProcessInstance',
  cn: '钉钉审批',
  en: 'DingTalk approval',
  base: '/oaserver',
  calls: 'dingtalk-process-instance',
  path: '/dingtalk-approvals',
  table: 'dingtalk_process_instance',
  key: 'outerId',
  fields: defineFields({
    outerId: text({ cn: '审批编号', en: 'Approval no.', required: true, max: 64 }),
    title: text({ cn: '标题', en: 'Title', required: true, max: 200 }),
    status: select({ cn: '审批状态', en: 'Status', required: true, dict: 'dingtalk-process-status' }),
    result: select({ cn: '审批结果', en: 'Result', dict: 'dingtalk-process-result' }),
    originator: person({ cn: '发起人', en: 'Initiator', required: true }),
    departmentId: department({ cn: '发起人部门', en: 'Department', required: true }),
    startedAt: datetime({ cn: '发起时间', en: 'Started', required: true }),
    finishedAt: datetime({ cn: '完成时间', en: 'Finished' }),
    content: textarea({ cn: '表单内容', en: 'Form content', max: 4000 }),
  }),
  columns: ['outerId', 'title', 'status', 'result', 'originator', 'departmentId', 'startedAt', 'finishedAt'],
  filters: ['status', 'result', 'originator', 'departmentId', 'startedAt'],
  search: ['outerId', 'title'],
  sort: [{ field: 'startedAt', descending: true }],
  can,
  scope: { departments: 'departmentId', owner: 'originator' },
  import: {
    columns: [
      { field: 'outerId', example: '202511230001000123456' },
      { field: 'title', example: { cn: '陈工提交的采购申请', en: 'Purchase request of Chen Gong' } },
      { field: 'status' },
      { field: 'result' },
      { field: 'originator', by: 'code', formerly: ['Originator'] },
      { field: 'departmentId', by: 'code' },
      { field: 'startedAt' },
      { field: 'finishedAt' },
      { field: 'content' },
    ],
    match: ['outerId'],
    onMatch: 'update',
    notes: [{ cn: '取自钉钉管理后台“审批数据导出”，一个审批编号只有一条记录',
      en: 'Taken from the approval export of DingTalk’s admin console; one record per approval number' }],
  },
  export: {},
})
