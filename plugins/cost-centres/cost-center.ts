import { defineFields, multiselect, person, select, text, toggle } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { can } from './permissions.ts'

/** Cost centre; its manager approves in flow steps assigned to the cost centre's owner. */
export const costCenter = defineResource({
  name: 'costCenter',
  cn: '成本中心',
  en: 'Cost centre',
  base: '/budgetservice',
  path: '/costCenter-management',
  table: 'cost_center',
  key: 'code',
  fields: defineFields({
    code: text({ cn: '编码', en: 'Code', required: true, pattern: '^[A-Z0-9][A-Z0-9-]*$', max: 20 }),
    nameCn: text({ cn: '中文名称', en: 'Chinese name', required: true, max: 30 }),
    nameEn: text({ cn: '英文名称', en: 'English name', required: true, max: 30 }),
    managerUserId: person({ cn: '负责人', en: 'Manager' }),
    sapCode: text({ cn: 'SAP编码', en: 'SAP code', max: 20 }),
    factory: text({ cn: '工厂', en: 'Plant', max: 10 }),
    groupIds: multiselect({ cn: '绑定部门', en: 'Departments', of: 'department',
      hint: { cn: '不选则所有部门可见', en: 'Leave empty to show it to every department' } }),
    status: select({
      cn: '状态',
      en: 'Status',
      required: true,
      default: '"1"',
      options: [
        { value: '1', cn: '使用中', en: 'In use' },
        { value: '2', cn: '冻结', en: 'Frozen' },
        { value: '3', cn: '已关闭', en: 'Closed' },
      ],
    }),
    noManager: toggle({ cn: '无负责人', en: 'No manager', system: true, readOnly: true }),
    enable: toggle({ cn: '启用', en: 'Enabled', default: 'true' }),
  }),
  derived: ['noManager'],
  columns: ['code', 'nameCn', 'nameEn', 'managerUserId', 'sapCode', 'factory', 'groupIds', 'status', 'enable'],
  filters: ['status', 'enable', 'managerUserId', 'noManager', 'groupIds'],
  search: ['code', 'nameCn', 'nameEn', 'sapCode'],
  can,
  enable: 'enable',
  batch: ['managerUserId', 'groupIds', 'status', 'factory'],
  sync: 'SAP_COST_CENTERS',
  offers: 'costCenter',
  optionFields: ['code', 'managerUserId', 'sapCode', 'factory', 'status'],
  scope: { departments: 'groupIds', emptyMeansAll: true },
})
