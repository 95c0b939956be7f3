import { attachment, calculated, date, defineFields, department, documentLink, people, select, text, textarea } from '#kernel/fields.ts'
import { costCenter } from '#plugins/cost-centres/references.ts'
import { bearing } from '#plugins/forms/mixins/bearing.ts'
import { header } from '#plugins/forms/mixins/header.ts'
import { supplier } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'
import { items } from './items.ts'

const bought = 'assetSource = "purchase"'

const origin = defineFields({
  assetSource: select({ cn: '资产来源', en: 'Source', required: true, trend: true, dict: 'assetSource', default: '"purchase"',
    section: 'origin' }),
  purchaseDoc: documentLink({
    cn: '采购申请/合同',
    en: 'Purchase document',
    required: bought,
    links: ['purchaseContract', 'costBasedProcurement'],
    binds: true,
    max: 1,
    section: 'origin',
    proposes: { set: { supplier: 'option.supplier' } },
  }),
  poNo: text({ cn: 'SAP采购订单号', en: 'SAP purchase order', required: bought, pattern: '^\\d{10}$', section: 'origin',
    hint: { cn: '10位数字', en: '10 digits' } }),
  supplier: supplier({ cn: '供应商', en: 'Supplier', required: bought, section: 'origin' }),
})

const use = defineFields({
  useDept: department({ cn: '使用部门', en: 'User department', as: 'bearingDepartment', required: true, trend: true,
    default: 'applicantDept.id', section: 'use' }),
  costCenter: costCenter({ cn: '成本中心', en: 'Cost centre', required: true, default: 'usualCostCenter.id', section: 'use' }),
  usualCostCenter: bearing().usualCostCenter,
  project: project({ cn: '项目', en: 'Project', required: 'assetSource in ("selfMade","construct")', section: 'use' }),
  arrivalDate: date({ cn: '到货日期', en: 'Arrival date', required: true, section: 'use' }),
  acceptDate: date({ cn: '验收日期', en: 'Acceptance date', required: true, default: 'today()', section: 'use' }),
  acceptTeam: people({
    cn: '验收小组',
    en: 'Acceptance team',
    required: true,
    min: 2,
    max: 20,
    section: 'use',
    span: 2,
    default: 'distinct values(concatenate([applicant.id], items[custodian != null].custodian.id))',
  }),
})

const result = defineFields({
  totalGross: calculated({ cn: '含税合计', en: 'Gross total', result: 'money', rmb: true, section: 'items',
    value: 'sum(items[grossAmount != null].grossAmount)' }),
  totalNet: calculated({ cn: '未税合计', en: 'Net total', result: 'money', rmb: true, trend: true, section: 'items',
    value: 'sum(items[netAmount != null].netAmount)' }),
  techResult: textarea({ cn: '技术验收结论', en: 'Technical acceptance', atNode: 'techCheck', editAt: ['techCheck'], max: 500,
    section: 'result', span: 4 }),
  rectifyDate: date({ cn: '整改完成日期', en: 'Rectified by', required: 'some i in items satisfies i.itemResult = "rectify"',
    editAt: ['techCheck'], section: 'result' }),
  invoiceNo: text({
    cn: '发票号码',
    en: 'Invoice no.',
    required: bought,
    atNode: 'finance',
    editAt: ['finance'],
    pattern: '^\\d{8,20}$',
    section: 'result',
    hint: { cn: '8–20位数字', en: '8–20 digits' },
  }),
})

const files = defineFields({
  photos: attachment({ cn: '资产照片', en: 'Photos', required: true, max: 20, maxBytes: 20_480_000, extensions: ['jpg', 'png', 'jpeg'],
    section: 'photos', span: 4 }),
  docs: attachment({ cn: '随机资料', en: 'Documents', section: 'photos', span: 4 }),
})

export const fields = defineFields({
  ...header({ cn: '固定资产验收', en: 'Asset acceptance' }),
  ...origin,
  ...use,
  items,
  ...result,
  ...files,
})
