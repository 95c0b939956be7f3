import { datetime, defineFields, person, radio, select, table, text, textarea } from '#kernel/fields.ts'
import { approve, departmentHead, role } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import type { LibraryDesign } from '../design.ts'

/** A visit from its announcement to the badge that is handed out. */
export const visitor: LibraryDesign = {
  key: 'visitor',
  cn: '访客申请',
  en: 'Visitor pass',
  prefix: 'FKSQ',
  group: 'administration',
  icon: 'idcard',
  description: { cn: '来访登记，进入生产区须有保密协议并由质量负责人同意，前台发放门禁卡',
    en: 'Announces visitors; the production area takes an NDA and the quality head; reception hands out badges' },
  sections: [{ id: 'visit', cn: '来访', en: 'Visit' }, { id: 'people', cn: '来访人员', en: 'Visitors' }, { id: 'reception', cn: '前台',
    en: 'Reception' }],
  fields: defineFields({
    visitorCompany: text({ cn: '来访单位', en: 'Visitors’ company', required: true, max: 60, section: 'visit', span: 2 }),
    purpose: select({ cn: '来访事由', en: 'Purpose', required: true, section: 'visit', options: [
      { value: 'business', cn: '商务洽谈', en: 'Business talks' },
      { value: 'audit', cn: '审核验厂', en: 'Audit' },
      { value: 'service', cn: '设备服务', en: 'Service of equipment' },
      { value: 'interview', cn: '面试', en: 'Job interview' },
      { value: 'other', cn: '其他', en: 'Other' },
    ] }),
    host: person({ cn: '接待人', en: 'Host', required: true, default: 'currentUser.id', section: 'visit' }),
    arrival: datetime({ cn: '到访时间', en: 'Arrival', required: true, section: 'visit' }),
    departure: datetime({ cn: '离开时间', en: 'Departure', required: true, section: 'visit' }),
    area: radio({ cn: '进入区域', en: 'Area', required: true, trend: true, default: '"office"', section: 'visit', options: [
      { value: 'office', cn: '办公区', en: 'Offices' },
      { value: 'production', cn: '生产区', en: 'Production' },
    ] }),
    agreement: text({ cn: '保密协议编号', en: 'NDA number', required: 'area = "production"', max: 40, section: 'visit' }),
    note: textarea({ cn: '接待要求', en: 'Wishes', max: 300, section: 'visit', span: 4 }),
    visitors: table({ cn: '来访人员', en: 'Visitors', required: true, min: 1, max: 30, section: 'people', span: 4, columns: {
      name: text({ cn: '姓名', en: 'Name', required: true, max: 40 }),
      idNumber: text({ cn: '证件号', en: 'ID number', max: 30, masked: true }),
      phone: text({ cn: '手机', en: 'Mobile', max: 20, pattern: '^[0-9+ -]{6,20}$' }),
      plate: text({ cn: '车牌', en: 'Number plate', max: 12 }),
    } }),
    badges: text({ cn: '门禁卡号', en: 'Badges', max: 100, atNode: 'reception', section: 'reception', span: 2 }),
  }),
  rules: defineRules([
    rule('FKSQ-1', { when: 'departure < arrival', fields: ['departure'], cn: '离开时间不能早于到访时间',
      en: 'The departure is before the arrival' }),
  ]),
  steps: [
    approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' }),
    approve('qualityHead', role('qualityHead'), { cn: '质量负责人', en: 'Quality head', when: 'area = "production"' }),
    approve('reception', role('adminOffice'), { cn: '前台登记', en: 'Reception', manual: true }),
  ],
  copies: ['host'],
  form: { columns: ['visitorCompany', 'arrival', 'departure', 'host', 'area'], subject: ['visitorCompany', 'arrival'] },
  examples: [
    { cn: '办公区来访', en: 'A visit to the offices', steps: ['deptHead', 'reception'],
      value: { visitorCompany: '苏州精密仪器有限公司', purpose: 'business', arrival: 'today+3 09:30:00', departure: 'today+3 16:00:00',
        area: 'office', visitors: [{ rowId: 'r1', name: '森田健一', phone: '13800002216' }] } },
  ],
}
