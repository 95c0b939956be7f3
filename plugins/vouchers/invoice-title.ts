import { defineFields, select, text, toggle } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { definePermissions } from '#kernel/permissions.ts'

export const can = definePermissions('finance:invoiceTitle', ['view', 'add', 'edit', 'delete', 'import', 'export'])

/** Billing details under which invoices are issued to one of our companies. A company may have several, e.g. one per branch. */
export const invoiceTitle = defineResource({
  name: 'invoiceTitle',
  cn: '开票信息',
  en: 'Billing detail',
  base: '/oaserver',
  path: '/invoice-titles',
  table: 'invoice_title',
  key: 'title',
  fields: defineFields({
    company: select({ cn: '公司', en: 'Company', required: true, dict: 'company' }),
    title: text({ cn: '发票抬头', en: 'Invoice title', required: true, max: 100,
      hint: { cn: '与营业执照一致', en: 'As on the business licence' } }),
    taxNo: text({
      cn: '税号',
      en: 'Tax number',
      required: true,
      max: 20,
      pattern: '^[0-9A-Z]{15,20}$',
      hint: { cn: '15–20 位数字或大写字母', en: '15 to 20 digits or capital letters' },
    }),
    address: text({ cn: '地址', en: 'Address', max: 200 }),
    phone: text({ cn: '电话', en: 'Phone', max: 30 }),
    bankName: text({ cn: '开户行', en: 'Bank', max: 100 }),
    bankAccount: text({ cn: '银行账号', en: 'Account number', max: 40 }),
    enable: toggle({ cn: '启用', en: 'Enabled', default: 'true' }),
  }),
  columns: ['company', 'title', 'taxNo', 'address', 'phone', 'enable'],
  filters: ['company', 'enable'],
  search: ['title', 'taxNo'],
  sort: [{ field: 'company' }, { field: 'title' }],
  can,
  enable: 'enable',
  scope: 'everyone',
  import: {
    columns: [{ field: 'company', example: 'SZ' }, { field: 'title', required: true,
      example: { cn: '苏州宏岳电子有限公司', en: 'Suzhou Hongyue Electronics Co., Ltd.' } }, {
      field: 'taxNo',
      required: true,
      example: '91320594MA1X8Q7T2K',
    }, { field: 'address' }, { field: 'phone' }, { field: 'bankName' }, { field: 'bankAccount' }],
    match: ['taxNo'],
    onMatch: 'update',
  },
})
