import { attachment, calculated, date, defineFields, person, radio, select, textarea } from '#kernel/fields.ts'
import { approve, departmentHead, generalManager, role, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import type { LibraryDesign } from '../design.ts'

const half = [{ value: '1', cn: '上午', en: 'Morning' }, { value: '2', cn: '下午', en: 'Afternoon' }]

/** Leave of all kinds by half days: two people cannot be found away without somebody who stands in. */
export const leave: LibraryDesign = {
  key: 'leave',
  cn: '请假申请',
  en: 'Leave request',
  prefix: 'QJ',
  group: 'administration',
  icon: 'calendar',
  description: { cn: '年假、事假、病假等，按半天计算，逐级审批并由人事登记',
    en: 'Annual, personal, sick and other leave by half days, approved by level and recorded by HR' },
  sections: [{ id: 'leave', cn: '请假', en: 'Leave' }],
  fields: defineFields({
    leaveType: select({ cn: '假别', en: 'Type of leave', required: true, trend: true, section: 'leave', options: [
      { value: 'annual', cn: '年假', en: 'Annual leave' },
      { value: 'personal', cn: '事假', en: 'Personal leave' },
      { value: 'sick', cn: '病假', en: 'Sick leave' },
      { value: 'marriage', cn: '婚假', en: 'Marriage leave' },
      { value: 'parental', cn: '产假/陪产假', en: 'Parental leave' },
      { value: 'bereavement', cn: '丧假', en: 'Bereavement leave' },
      { value: 'timeOff', cn: '调休', en: 'Time off in lieu' },
    ] }),
    startDate: date({ cn: '开始日期', en: 'First day', required: true, section: 'leave' }),
    startHalf: radio({ cn: '从', en: 'From', required: true, default: '"1"', section: 'leave', options: half }),
    endDate: date({ cn: '结束日期', en: 'Last day', required: true, section: 'leave' }),
    endHalf: radio({ cn: '到', en: 'Until', required: true, default: '"2"', section: 'leave', options: half }),
    leaveDays: calculated({ cn: '天数', en: 'Days', result: 'number', precision: 1, trend: true, section: 'leave',
      value: 'if startDate = null or endDate = null then 0 else if endDate < startDate then 0 else days(startDate, endDate) - ' +
        '(if startHalf = "2" then 0.5 else 0) - (if endHalf = "1" then 0.5 else 0)' }),
    handover: person({ cn: '工作交接人', en: 'Work handed over to', required: 'leaveDays >= 3', shown: true, section: 'leave',
      filter: 'option.id != applicant.id' }),
    reason: textarea({ cn: '事由', en: 'Reason', required: true, max: 300, section: 'leave', span: 4 }),
    certificate: attachment({ cn: '证明材料', en: 'Certificate', max: 5, section: 'leave', span: 2,
      required: 'leaveType in ("marriage", "parental") or (leaveType = "sick" and leaveDays > 1)',
      hint: { cn: '病假超过一天、婚假、产假须上传', en: 'For more than a day of sick leave, marriage and parental leave' } }),
  }),
  rules: defineRules([
    rule('QJ-1', { when: 'endDate < startDate', fields: ['endDate'], cn: '结束日期不能早于开始日期',
      en: 'The last day is before the first' }),
    rule('QJ-2', { when: 'startDate = endDate and startHalf = "2" and endHalf = "1"', fields: ['endHalf'], cn: '结束不能早于开始',
      en: 'It ends before it begins' }),
  ]),
  steps: [
    approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' }),
    approve('viceGm', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', when: 'leaveDays > 3' }),
    approve('generalManager', generalManager, { cn: '总经理', en: 'General manager', when: 'leaveDays > 10' }),
    approve('hr', role('hr'), { cn: '人事登记', en: 'HR', manual: true }),
  ],
  copies: ['handover'],
  form: {
    columns: ['leaveType', 'startDate', 'endDate', 'leaveDays'],
    subject: ['reason', { from: 'startDate', to: 'endDate' }],
    unique: [{ among: 'live', by: ['applicant'], span: ['startDate', 'endDate'],
      message: { cn: '这段时间已有请假单{businessNo}', en: 'There is a leave request for these days already: {businessNo}' } }],
  },
  examples: [
    { cn: '半天事假', en: 'Half a day', steps: ['deptHead', 'hr'],
      value: { leaveType: 'personal', startDate: 'today+7', startHalf: '1', endDate: 'today+7', endHalf: '1', reason: '办理证件' } },
    { cn: '五天年假', en: 'Five days of annual leave', steps: ['deptHead', 'viceGm', 'hr'],
      value: { leaveType: 'annual', startDate: 'today+10', startHalf: '1', endDate: 'today+14', endHalf: '2', reason: '探亲' } },
  ],
}
