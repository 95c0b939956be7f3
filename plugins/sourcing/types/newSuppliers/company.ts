import { cascader, currency, date, defineFields, integer, money, radio, select, text, textarea, toggle } from '#kernel/fields.ts'
import { supplier } from '#plugins/masters/references.ts'

const domestic = 'domestic = "1"'

/** The company of the supplier. */
export const company = defineFields({
  supplierName: text({ cn: '供应商全称', en: 'Supplier name', required: true, max: 100, section: 'company', span: 2 }),
  supplierShort: text({ cn: '简称', en: 'Short name', required: true, max: 30, section: 'company' }),
  supplierType: select({ cn: '供应商类别', en: 'Supplier type', required: true, trend: true, dict: 'supplierType', default: '"material"',
    section: 'company' }),
  introReason: select({ cn: '导入原因', en: 'Reason', required: true, dict: 'supplierIntroReason', section: 'company' }),
  replacedSupplier: supplier({ cn: '被替代供应商', en: 'Supplier replaced', required: 'introReason in ("quality","cost")',
    section: 'company' }),
  domestic: radio({
    cn: '境内/境外',
    en: 'Domestic or overseas',
    required: true,
    trend: true,
    default: '"1"',
    section: 'company',
    options: [{ value: '1', cn: '境内', en: 'Domestic' }, { value: '0', cn: '境外', en: 'Overseas' }],
  }),
  creditCode: text({
    cn: '统一社会信用代码',
    en: 'Unified social credit code',
    required: domestic,
    max: 18,
    pattern: '^[0-9A-HJ-NPQRTUWXY]{18}$',
    section: 'company',
    hint: { cn: '18位数字和大写字母', en: '18 digits and capital letters' },
  }),
  legalPerson: text({ cn: '法定代表人', en: 'Legal representative', required: domestic, max: 30, section: 'company' }),
  registeredCapital: money({ cn: '注册资本（万元）', en: 'Registered capital (10,000)', required: true, min: 0, section: 'company' }),
  foundedDate: date({ cn: '成立日期', en: 'Founded on', required: true, section: 'company' }),
  area: cascader({ cn: '所在地区', en: 'Region', required: true, section: 'company' }),
  address: text({ cn: '详细地址', en: 'Address', required: true, max: 200, section: 'company', span: 3 }),
  dunsNo: text({ cn: '邓白氏编码', en: 'D-U-N-S no.', max: 9, pattern: '^\\d{9}$', section: 'company' }),
  staffCount: integer({ cn: '员工人数', en: 'Staff', min: 1, section: 'company' }),
  reasonDesc: textarea({ cn: '原因说明', en: 'Explanation', required: true, max: 500, section: 'company', span: 4 }),
})

/** Products and commercial terms. */
export const business = defineFields({
  mainProducts: textarea({ cn: '主营产品', en: 'Main products', required: true, max: 500, section: 'business', span: 2 }),
  mainCustomers: textarea({ cn: '主要客户', en: 'Main customers', max: 500, section: 'business', span: 2 }),
  capacity: textarea({ cn: '月产能及交期', en: 'Monthly capacity and lead time',
    required: 'supplierType in ("material","outsource","mold")', max: 500, section: 'business', span: 2 }),
  paymentTerm: select({ cn: '付款条件', en: 'Payment term', required: true, dict: 'paymentTerm', default: '"m60"', section: 'business' }),
  taxRate: select({
    cn: '税率',
    en: 'Tax rate',
    required: true,
    default: '"13"',
    section: 'business',
    options: ['0', '1', '3', '6', '9', '13'].map((value) => ({ value, cn: `${value}%`, en: `${value}%` })),
  }),
  currencyType: currency({ cn: '币种', en: 'Currency', required: true, default: '"CNY"', section: 'business' }),
  tradeTerm: select({ cn: '贸易条款', en: 'Trade term', required: true, dict: 'tradeTerm', default: '"dom"', section: 'business' }),
  isAgent: toggle({ cn: '是否代理商', en: 'Agent', default: 'supplierType = "trader"', section: 'business' }),
})
