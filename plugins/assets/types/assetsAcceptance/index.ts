import { defineForm } from '#kernel/form.ts'
import { basics, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { posts } from './posts.ts'
import { rules } from './rules.ts'

/** Acceptance of delivered or self-made assets before they are capitalised. */
export const assetsAcceptance = defineForm({
  key: 'assetsAcceptance',
  cn: '固定资产验收',
  en: 'Fixed asset acceptance',
  short: { cn: '资产验收', en: 'Asset acceptance' },
  path: '/fixed-asset-apply',
  prefix: 'GDZC',
  group: 'administration',
  icon: 'inbox',
  sections: [
    basics,
    { id: 'origin', cn: '来源', en: 'Source' },
    { id: 'use', cn: '使用与验收', en: 'Use and acceptance' },
    { id: 'items', cn: '资产明细', en: 'Assets' },
    { id: 'result', cn: '验收结论', en: 'Acceptance result' },
    { id: 'photos', cn: '照片与资料', en: 'Photos and documents' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  posts,
  amount: 'totalNet',
  print: { labels: { rows: 'items', number: 'assetNo', name: 'assetName', more: ['spec', 'custodian', 'location'] }, photos: ['photos'],
    signedBy: [{ cn: '使用部门', en: 'Used by' }, { cn: '验收人', en: 'Accepted by' }, { cn: '资产管理员', en: 'Asset administrator' }, {
      cn: '财务',
      en: 'Finance',
    }] },
  subject: ['items.assetName', 'items.spec'],
  unique: [
    { among: 'live', rows: 'items', by: ['serialNo'],
      message: { cn: '序列号已验收：{businessNo}', en: 'The serial number is already accepted: {businessNo}' } },
    { among: 'live', rows: 'items', by: ['assetNo'],
      message: { cn: '资产编号已存在：{businessNo}', en: 'The asset no. already exists: {businessNo}' } },
  ],
  columns: ['assetSource', 'useDept', 'costCenter', 'totalNet', 'arrivalDate', 'acceptDate'],
})
