import { attachment, currency, date, defineFields, documentLink, money, multiselect, number, radio, select, table,
  text } from '#kernel/fields.ts'
import { patterns } from '#kernel/values/patterns.ts'
import { material } from '#plugins/masters/references.ts'

/** Bank branches by name, and the fields that a selection fills in. */
const branches = { call: '/public/bank/list', value: 'bank', fills: { branchNo: 'branchNo', swift: 'swift' } }

/** Contacts and bank accounts. */
export const contacts = defineFields({
  contacts: table({
    cn: '联系人',
    en: 'Contacts',
    required: true,
    min: 1,
    section: 'contacts',
    span: 4,
    columns: {
      name: text({ cn: '姓名', en: 'Name', required: true, max: 30 }),
      position: text({ cn: '职务', en: 'Position', max: 30 }),
      mobile: text({ cn: '手机', en: 'Mobile', required: true, max: 11, pattern: patterns.phone }),
      email: text({ cn: '邮箱', en: 'E-mail', max: 100, pattern: patterns.email }),
      isMain: radio({ cn: '主要联系人', en: 'Main contact', required: true, dict: 'yesNo',
        default: 'if count(header.contacts) <= 1 then "1" else "0"' }),
    },
  }),
  bankAccounts: table({
    cn: '银行账户',
    en: 'Bank accounts',
    required: true,
    min: 1,
    editAt: ['finance'],
    section: 'contacts',
    span: 4,
    columns: {
      accountName: text({ cn: '户名', en: 'Account name', required: true, max: 100, default: 'header.supplierName' }),
      accountNo: text({ cn: '账号', en: 'Account number', required: true, max: 34, pattern: '^[A-Z0-9]{5,34}$', masked: true }),
      bank: select({ cn: '开户行', en: 'Bank', required: true, dict: 'bank', freeText: true, suggests: branches }),
      branchNo: text({ cn: '联行号', en: 'Branch number', max: 12, pattern: '^[0-9]{12}$' }),
      swift: text({ cn: 'SWIFT', en: 'SWIFT', required: 'header.domestic = "0"', shown: true, max: 11,
        pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' }),
      currencyType: currency({ cn: '币种', en: 'Currency', required: true, default: 'header.currencyType' }),
    },
  }),
})

/** Materials that the supplier is to deliver. */
export const supply = defineFields({
  materials: table({
    cn: '拟供物料',
    en: 'Materials to supply',
    required: 'supplierType in ("material","outsource","trader")',
    min: 1,
    section: 'supply',
    span: 4,
    columns: {
      material: material({ cn: '物料', en: 'Material' }),
      materialDesc: text({ cn: '物料描述', en: 'Description', required: true, max: 100, default: 'material.nameCn' }),
      annualQty: number({ cn: '年用量', en: 'Annual quantity', min: 0, precision: 3 }),
      annualAmount: money({ cn: '年采购额', en: 'Annual amount', min: 0 }),
      sampleReview: documentLink({ cn: '样品评审', en: 'Sample review', links: ['sampleReview'], binds: true, max: 1 }),
    },
  }),
})

/** Certificates and signed agreements. */
export const papers = defineFields({
  certificates: table({
    cn: '资质证书',
    en: 'Certificates',
    required: true,
    min: 1,
    section: 'papers',
    span: 4,
    columns: {
      certType: select({ cn: '证书类型', en: 'Certificate', required: true, dict: 'certType' }),
      certNo: text({ cn: '证书编号', en: 'Certificate no.', required: true, max: 50 }),
      validTo: date({ cn: '有效期至', en: 'Valid to', required: true }),
      file: attachment({ cn: '证书文件', en: 'File', required: true, max: 5 }),
    },
  }),
  surveyFile: attachment({ cn: '供应商调查表', en: 'Supplier survey', required: true, section: 'papers', span: 2 }),
  agentLetter: attachment({ cn: '代理授权书', en: 'Authorisation letter', required: 'isAgent = true', extensions: ['pdf', 'jpg', 'png'],
    section: 'papers', span: 2 }),
  agreements: multiselect({
    cn: '已签协议',
    en: 'Agreements signed',
    required: true,
    section: 'papers',
    span: 2,
    options: [
      { value: 'nda', cn: '保密协议', en: 'NDA' },
      { value: 'quality', cn: '质量协议', en: 'Quality agreement' },
      { value: 'rohs', cn: '环保协议', en: 'RoHS agreement' },
      { value: 'integrity', cn: '廉洁协议', en: 'Integrity agreement' },
    ],
  }),
})
