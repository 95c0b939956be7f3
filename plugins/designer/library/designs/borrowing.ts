import { date, defineFields, integer, table, text, textarea } from '#kernel/fields.ts'
import { approve, departmentHead, role } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import type { LibraryDesign } from '../design.ts'

/** Assets that are lent until they are given back. */
export const borrowing: LibraryDesign = {
  key: 'asset-borrowing',
  cn: '资产借用申请',
  en: 'Asset borrowing request',
  prefix: 'JYZC',
  group: 'administration',
  icon: 'inbox',
  description: { cn: '借用设备仪器，资产管理员发放并登记归还',
    en: 'Lends equipment; the asset administrator hands it out and records its return' },
  sections: [{ id: 'loan', cn: '借用', en: 'Loan' }, { id: 'assets', cn: '资产', en: 'Assets' }, { id: 'return', cn: '归还',
    en: 'Return' }],
  fields: defineFields({
    fromDate: date({ cn: '借用日期', en: 'From', required: true, section: 'loan' }),
    untilDate: date({ cn: '预计归还', en: 'Until', required: true, section: 'loan' }),
    place: text({ cn: '使用地点', en: 'Place of use', required: true, max: 60, section: 'loan', span: 2 }),
    purpose: textarea({ cn: '用途', en: 'Purpose', required: true, max: 300, section: 'loan', span: 4 }),
    items: table({ cn: '借用资产', en: 'Assets', required: true, min: 1, max: 30, section: 'assets', span: 4, columns: {
      name: text({ cn: '名称', en: 'Name', required: true, max: 60 }),
      code: text({ cn: '资产编号', en: 'Asset number', max: 40 }),
      quantity: integer({ cn: '数量', en: 'Quantity', required: true, min: 1, max: 999, default: '1' }),
    } }),
    handedOut: text({ cn: '发放记录', en: 'Handed out', max: 200, atNode: 'handOut', section: 'return', span: 2 }),
    returnedOn: date({ cn: '归还日期', en: 'Returned on', atNode: 'takeBack', section: 'return' }),
    condition: text({ cn: '归还状况', en: 'Condition', max: 200, atNode: 'takeBack', section: 'return' }),
  }),
  rules: defineRules([
    rule('JYZC-1', { when: 'untilDate < fromDate', fields: ['untilDate'], cn: '归还日期不能早于借用日期',
      en: 'It is returned before it is lent' }),
    rule('JYZC-2', { when: 'days(fromDate, untilDate) > 180', fields: ['untilDate'], level: 'warn', cn: '借用超过180天，请考虑调拨',
      en: 'Longer than 180 days: consider a transfer' }),
  ]),
  steps: [
    approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' }),
    approve('handOut', role('assetAdmin'), { cn: '发放', en: 'Hand out', manual: true }),
    approve('takeBack', role('assetAdmin'), { cn: '归还登记', en: 'Return', manual: true, dueHours: 0 }),
  ],
  form: { columns: ['fromDate', 'untilDate', 'place', 'returnedOn'], subject: ['items.name', { from: 'fromDate', to: 'untilDate' }] },
  examples: [
    { cn: '借示波器', en: 'An oscilloscope', steps: ['deptHead', 'handOut', 'takeBack'],
      value: { fromDate: 'today+1', untilDate: 'today+15', place: '二号实验室', purpose: '样机测试',
        items: [{ rowId: 'r1', name: '示波器', code: 'ZC-0231', quantity: 1 }] } },
  ],
}
