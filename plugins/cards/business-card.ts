import { attachment, cascader, datetime, defineFields, department, person, radio, select, text, textarea } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { patterns } from '#kernel/values/patterns.ts'
import { customer, supplier } from '#plugins/masters/references.ts'
import { can, canAll } from './permissions.ts'

/** Mobile number: mainland China (11 digits) or international with a leading +. */
export const mobilePattern = String.raw`^(1[3-9]\d{9}|\+\d{6,15})$`

const telephone = String.raw`^[0-9+\-() ]{5,25}$`

const who = defineFields({
  cardType: radio({ cn: '名片类型', en: 'Card type', required: true, dict: 'cardType', default: '"contact"' }),
  nameCn: text({ cn: '中文名', en: 'Chinese name', max: 30 }),
  nameEn: text({ cn: '英文名', en: 'English name', max: 30 }),
  company: text({ cn: '公司', en: 'Company', required: true, max: 100 }),
  companyEn: text({ cn: '英文公司', en: 'Company in English', max: 100 }),
  department: text({ cn: '部门', en: 'Department', max: 50 }),
  position: text({ cn: '职位', en: 'Position', max: 50 }),
})

const reached = defineFields({
  mobile: text({ cn: '手机', en: 'Mobile', required: true, max: 16, pattern: mobilePattern,
    hint: { cn: '境外号码以+开头', en: 'Start foreign numbers with +' } }),
  tel: text({ cn: '电话', en: 'Telephone', max: 25, pattern: telephone }),
  fax: text({ cn: '传真', en: 'Fax', max: 25, pattern: telephone }),
  email: text({ cn: '邮箱', en: 'E-mail', max: 100, pattern: patterns.email }),
  wechat: text({ cn: '微信', en: 'WeChat', max: 50 }),
  website: text({ cn: '网站', en: 'Website', max: 200, pattern: '^https?://[^\\s]+$',
    hint: { cn: '以http://或https://开头', en: 'Begins with http:// or https://' } }),
  area: cascader({ cn: '地区', en: 'Region', min: 1 }),
  address: text({ cn: '地址', en: 'Address', max: 200 }),
})

const kept = defineFields({
  cardGroup: select({ cn: '分组', en: 'Group', required: true, dict: 'cardGroup', default: '"customer"' }),
  customer: customer({ cn: '关联客户', en: 'Linked customer' }),
  supplier: supplier({ cn: '关联供应商', en: 'Linked supplier' }),
  share: radio({
    cn: '共享范围',
    en: 'Shared with',
    required: true,
    default: '"self"',
    options: [{ value: 'self', cn: '仅自己', en: 'Me' }, { value: 'dept', cn: '本部门', en: 'Department' }, { value: 'all', cn: '全公司',
      en: 'Everyone' }],
  }),
  images: attachment({ cn: '名片图片', en: 'Card images', extensions: ['jpg', 'jpeg', 'png'], max: 2, maxBytes: 20_480_000 }),
  remark: textarea({ cn: '备注', en: 'Remarks', max: 200 }),
})

/** Fields that the server sets. */
const stated = defineFields({
  // the creator becomes the owner; an import matches cards by their owner
  ownerId: person({ cn: '所有人', en: 'Owner', default: 'currentUser' }),
  ownerDept: department({ cn: '所有人部门', en: 'Owner’s department', system: true, readOnly: true }),
  syncState: select({
    cn: '同步状态',
    en: 'Sync',
    system: true,
    readOnly: true,
    options: [{ value: '0', cn: '未同步', en: 'Not synced' }, { value: '1', cn: '已同步', en: 'Synced' }, { value: '2', cn: '同步失败',
      en: 'Sync failed' }],
  }),
  syncTime: datetime({ cn: '同步时间', en: 'Synced at', system: true, readOnly: true }),
  updateTime: datetime({ cn: '更新时间', en: 'Updated', system: true, readOnly: true }),
})

/** Business card of a person: their own, or a contact that they collected and may share. */
export const businessCard = defineResource({
  name: 'businessCard',
  cn: '名片',
  en: 'Business card',
  base: '/oaserver',
  path: '/card-management',
  table: 'business_card',
  key: 'nameCn',
  fields: defineFields({ ...who, ...reached, ...kept, ...stated }),
  columns: ['nameCn', 'nameEn', 'company', 'department', 'position', 'mobile', 'tel', 'email', 'address', 'cardGroup', 'ownerId', 'share',
    'syncState', 'updateTime'],
  filters: ['cardGroup', 'share', 'ownerId', 'syncState', 'cardType'],
  search: ['nameCn', 'nameEn', 'company', 'companyEn', 'mobile', 'email', 'position'],
  sort: [{ field: 'updateTime', descending: true }],
  can,
  derived: ['updateTime'],
  scope: { departments: 'ownerDept', owner: 'ownerId', othersNeed: canAll.view, sharedBy: 'share' },
  import: {
    columns: [{ field: 'nameCn', cn: '姓名', en: 'Name', required: true }, { field: 'nameEn' }, { field: 'company' }, { field: 'position' },
      { field: 'mobile', example: '13800001234' }, { field: 'email' }, { field: 'address' }],
    match: ['ownerId', 'mobile', 'nameCn'],
    onMatch: 'update',
    notes: [{ cn: '姓名和手机相同的名片会被更新', en: 'A card with the same name and mobile is updated' }],
  },
})

/** Whether a source of collected cards is configured. */
export interface CardSource {
  readonly isConfigured: boolean
}

/** Result of a synchronisation: numbers of cards written and failed. */
export interface CardSyncResult {
  readonly success: number
  readonly failed: number
}

export const cardPath = '/oaserver/businessCard'
