import { date, datetime, defineFields, number, radio, table, text, textarea, toggle } from '#kernel/fields.ts'
import { approve, departmentHead, role } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import type { LibraryDesign } from '../design.ts'

/** Goods that leave the premises, past the gate. */
export const gatePass: LibraryDesign = {
  key: 'gate-pass',
  cn: '物品放行申请',
  en: 'Gate pass',
  prefix: 'FX',
  group: 'administration',
  icon: 'export',
  description: { cn: '物品出厂放行，库存物料由仓库确认，门岗登记出门时间',
    en: 'Goods leaving the site; the warehouse confirms stock, the gate records the time' },
  sections: [{ id: 'pass', cn: '放行', en: 'Pass' }, { id: 'goods', cn: '物品', en: 'Goods' }, { id: 'gate', cn: '门岗', en: 'Gate' }],
  fields: defineFields({
    goodsKind: radio({ cn: '物品类别', en: 'Kind of goods', required: true, trend: true, default: '"other"', section: 'pass', options: [
      { value: 'stock', cn: '库存物料', en: 'Stock' },
      { value: 'sample', cn: '样品', en: 'Samples' },
      { value: 'equipment', cn: '设备工具', en: 'Equipment' },
      { value: 'other', cn: '其他', en: 'Other' },
    ] }),
    carrier: text({ cn: '携带人', en: 'Carried by', required: true, max: 60, section: 'pass' }),
    plate: text({ cn: '车牌', en: 'Number plate', max: 12, section: 'pass' }),
    leavesOn: date({ cn: '出厂日期', en: 'Leaves on', required: true, section: 'pass' }),
    destination: text({ cn: '去向', en: 'Destination', required: true, max: 80, section: 'pass', span: 2 }),
    returns: toggle({ cn: '需要返回', en: 'Comes back', default: 'false', section: 'pass' }),
    returnsBy: date({ cn: '返回日期', en: 'Back by', required: 'returns = true', section: 'pass' }),
    reason: textarea({ cn: '事由', en: 'Reason', required: true, max: 300, section: 'pass', span: 4 }),
    items: table({ cn: '物品明细', en: 'Goods', required: true, min: 1, max: 50, section: 'goods', span: 4, columns: {
      name: text({ cn: '名称', en: 'Name', required: true, max: 60 }),
      model: text({ cn: '规格', en: 'Model', max: 60 }),
      quantity: number({ cn: '数量', en: 'Quantity', required: true, min: 0.001, precision: 3 }),
      unit: text({ cn: '单位', en: 'Unit', required: true, max: 10 }),
    } }),
    leftAt: datetime({ cn: '出门时间', en: 'Left at', atNode: 'gate', section: 'gate' }),
  }),
  rules: defineRules([
    rule('FX-1', { when: 'returnsBy < leavesOn', fields: ['returnsBy'], cn: '返回日期不能早于出厂日期',
      en: 'They come back before they leave' }),
  ]),
  steps: [
    approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' }),
    approve('warehouse', role('warehouse'), { cn: '仓库确认', en: 'Warehouse', when: 'goodsKind = "stock"' }),
    approve('gate', role('adminOffice'), { cn: '门岗放行', en: 'Gate', manual: true }),
  ],
  form: { columns: ['goodsKind', 'carrier', 'destination', 'leavesOn', 'leftAt'], subject: ['items.name', 'destination'] },
  examples: [
    { cn: '送样', en: 'Samples', steps: ['deptHead', 'gate'],
      value: { goodsKind: 'sample', carrier: '王伟', leavesOn: 'today+1', destination: '上海客户', returns: false, reason: '送样检测',
        items: [{ rowId: 'r1', name: '控制板', quantity: '5', unit: '块' }] } },
  ],
}
