import { defineForm } from '#kernel/form.ts'
import { basics, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { posts } from './posts.ts'
import { rules } from './rules.ts'

const message = { cn: '该供应商已存在：{businessNo}', en: 'The supplier already exists: {businessNo}' }

/** Introduction of a supplier: audited, then added to the register on completion. */
export const newSuppliers = defineForm({
  key: 'newSuppliers',
  cn: '新供应商导入',
  en: 'New supplier introduction',
  short: { cn: '供应商导入', en: 'New supplier' },
  path: '/new-supplier-import',
  prefix: 'XGYS',
  group: 'contract',
  icon: 'shop',
  sections: [
    basics,
    { id: 'company', cn: '企业信息', en: 'Company' },
    { id: 'business', cn: '业务与交易条件', en: 'Business and terms' },
    { id: 'supply', cn: '拟供物料', en: 'Materials to supply' },
    { id: 'contacts', cn: '联系人与账户', en: 'Contacts and accounts' },
    { id: 'papers', cn: '资质与协议', en: 'Certificates and agreements' },
    { id: 'audit', cn: '现场审核', en: 'On-site audit' },
    { id: 'vendor', cn: 'SAP主数据', en: 'SAP master data' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  posts,
  unique: [{ among: 'live', by: ['supplierName'], message }, { among: 'live', by: ['creditCode'], message }],
  subject: ['supplierName', 'mainProducts'],
  columns: ['supplierType', 'introReason', 'totalScore', 'supplierLevel', 'domestic', 'paymentTerm', 'audit'],
  print: { omit: ['vendor'] },
})
