import { date, defineFields, department, integer, person, select, text, textarea } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { customer } from '#plugins/masters/references.ts'
import { canDirected } from './permissions.ts'

/** Condition that locks fields of records created by a review sheet. */
const locked = 'businessKey != null'

/** Software requested by a customer, with its planned and actual release. */
export const directedSoftware = defineResource({
  name: 'directedSoftware',
  cn: '定向软件',
  en: 'Custom software',
  base: '/oaserver',
  path: '/directed-software',
  table: 'directed_software',
  key: 'requestNo',
  fields: defineFields({
    requestNo: text({ cn: '需求编号', en: 'Request no.', required: true, max: 40, pattern: '^[A-Za-z0-9._-]{3,40}$', locked }),
    customerId: customer({ cn: '客户', en: 'Customer', required: true, locked }),
    product: text({ cn: '产品型号', en: 'Product', required: true, max: 50, locked }),
    softwareName: text({ cn: '软件名称', en: 'Software name', required: true, max: 60, locked }),
    softwareVersion: text({ cn: '软件版本', en: 'Version', required: true, max: 20, locked }),
    baseVersion: text({ cn: '基线版本', en: 'Base version', max: 40, locked }),
    quantity: integer({ cn: '订单数量', en: 'Order quantity', min: 1, locked }),
    requirement: textarea({ cn: '需求说明', en: 'Requirement', max: 500 }),
    plannedDate: date({ cn: '计划发布日期', en: 'Planned release', required: true, locked }),
    finishedDate: date({ cn: '完成日期', en: 'Finished', required: 'status = "2"' }),
    owner: person({ cn: '负责人', en: 'Owner', required: true }),
    departmentId: department({ cn: '部门', en: 'Department', readOnly: true, system: true }),
    status: select({
      cn: '状态',
      en: 'Status',
      required: true,
      default: '"1"',
      options: [{ value: '1', cn: '进行中', en: 'Open' }, { value: '2', cn: '已完成', en: 'Done' }, { value: '3', cn: '已取消',
        en: 'Cancelled' }],
    }),
    businessKey: text({ cn: '单据', en: 'Document', readOnly: true, system: true, visible: 'false' }),
  }),
  columns: ['requestNo', 'customerId', 'product', 'softwareName', 'softwareVersion', 'status', 'plannedDate', 'finishedDate', 'owner',
    'quantity', 'baseVersion', 'departmentId'],
  filters: ['customerId', 'status', 'plannedDate', 'owner', 'product'],
  search: ['requestNo', 'softwareName', 'product', 'requirement'],
  sort: [{ field: 'plannedDate', descending: true }, { field: 'requestNo' }],
  can: canDirected,
  scope: { departments: 'departmentId', owner: 'owner' },
  import: {
    columns: [
      { field: 'requestNo', example: 'DX-2026-001' },
      { field: 'customerId', by: 'code' },
      { field: 'product' },
      { field: 'softwareName' },
      { field: 'softwareVersion' },
      { field: 'baseVersion' },
      { field: 'quantity' },
      { field: 'requirement' },
      { field: 'plannedDate' },
      { field: 'finishedDate' },
      { field: 'owner' },
      { field: 'status' },
    ],
    match: ['requestNo'],
    onMatch: 'update',
  },
  export: { columns: ['departmentId'] },
})
