import { attachment, calculated, date, datetime, defineFields, department, number, people, person, radio, select, table, text, textarea,
  toggle } from '#kernel/fields.ts'
import { approve, departmentHead, role, rowPersons } from '#kernel/flow.ts'
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

/** An inspection whose findings are put right by those who answer for them, and checked. */
export const safety: LibraryDesign = {
  key: 'safety-inspection',
  cn: '安全检查单',
  en: 'Safety inspection',
  prefix: 'AQ',
  group: 'administration',
  icon: 'safety',
  description: { cn: '逐项检查，隐患由责任人整改并填写措施，质量负责人复查',
    en: 'Items checked one by one; owners put findings right, the quality head checks' },
  sections: [{ id: 'inspection', cn: '检查', en: 'Inspection' }, { id: 'findings', cn: '检查项', en: 'Items' }, { id: 'review', cn: '复查',
    en: 'Review' }],
  fields: defineFields({
    area: select({ cn: '检查区域', en: 'Area', required: true, section: 'inspection', options: [
      { value: 'workshop', cn: '车间', en: 'Workshop' },
      { value: 'warehouse', cn: '仓库', en: 'Warehouse' },
      { value: 'laboratory', cn: '实验室', en: 'Laboratory' },
      { value: 'office', cn: '办公区', en: 'Offices' },
    ] }),
    areaDept: department({ cn: '责任部门', en: 'Responsible department', required: true, trend: true, section: 'inspection' }),
    inspectedOn: date({ cn: '检查日期', en: 'Inspected on', required: true, default: 'today()', section: 'inspection' }),
    inspectors: people({ cn: '检查人', en: 'Inspectors', max: 10, section: 'inspection' }),
    items: table({ cn: '检查项', en: 'Items', required: true, min: 1, max: 100, section: 'findings', span: 4, owner: 'owner', columns: {
      checked: text({ cn: '检查内容', en: 'Item', required: true, max: 100 }),
      result: radio({ cn: '结果', en: 'Result', required: true, options: [
        { value: 'ok', cn: '合格', en: 'In order' },
        { value: 'finding', cn: '隐患', en: 'Finding' },
      ] }),
      problem: text({ cn: '问题描述', en: 'Problem', required: 'result = "finding"', max: 200 }),
      owner: person({ cn: '责任人', en: 'Owner', required: 'result = "finding"' }),
      dueOn: date({ cn: '整改期限', en: 'Due on', required: 'result = "finding"' }),
      measure: text({ cn: '整改措施', en: 'Measure', max: 200, atNode: 'rectify', requiredAt: { rectify: 'result = "finding"' } }),
    } }),
    findings: calculated({ cn: '隐患数', en: 'Findings', result: 'integer', trend: true, section: 'findings',
      value: 'count(items[result = "finding"])' }),
    photos: attachment({ cn: '现场照片', en: 'Photos', max: 20, section: 'findings', span: 4, extensions: ['jpg', 'jpeg', 'png'] }),
    review: textarea({ cn: '复查意见', en: 'Review', max: 500, atNode: 'review', section: 'review', span: 4 }),
  }),
  rules: defineRules([
    rule('AQ-1', { each: 'items', when: 'dueOn < header.inspectedOn', fields: ['dueOn'], cn: '整改期限不能早于检查日期',
      en: 'It is due before the inspection' }),
  ]),
  steps: [
    approve('areaHead', departmentHead('areaDept'), { cn: '责任部门负责人', en: 'Head of the responsible department' }),
    approve('rectify', rowPersons('items.owner'), { cn: '责任人整改', en: 'Owners', mode: 'all', rows: 'own', manual: true, confirms: true,
      when: 'findings > 0' }),
    approve('review', role('qualityHead'), { cn: '复查', en: 'Review', manual: true, when: 'findings > 0' }),
  ],
  copies: ['inspectors'],
  form: { columns: ['area', 'areaDept', 'inspectedOn', 'findings'], subject: ['items.checked', 'inspectedOn'],
    print: { photos: ['photos'] } },
  examples: [
    { cn: '没有隐患', en: 'Nothing found', steps: ['areaHead'],
      value: { area: 'workshop', inspectedOn: 'today+0', items: [{ rowId: 'r1', checked: '消防通道畅通', result: 'ok' }] } },
  ],
}
