import { attachment, calculated, date, daterange, defineFields, integer, money, number, people, person, radio, select, table, text,
  textarea, toggle } from '#kernel/fields.ts'
import { approve, departmentHead, generalManager, role, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import type { LibraryDesign } from '../design.ts'

const readers = { nodes: ['start', 'deptHead', 'hr', 'viceGm', 'generalManager'] } as const

/** A vacancy that is to be filled; what it may pay is confidential. */
export const hiring: LibraryDesign = {
  key: 'hiring',
  cn: '招聘需求申请',
  en: 'Hiring request',
  prefix: 'ZP',
  group: 'administration',
  icon: 'user-add',
  description: { cn: '新增或替补岗位的招聘，薪资范围只对审批人可见', en: 'Hires for new or vacant positions; only approvers see the pay' },
  sections: [{ id: 'position', cn: '岗位', en: 'Position' }, { id: 'terms', cn: '要求与待遇', en: 'Requirements and pay' }],
  fields: defineFields({
    position: text({ cn: '岗位名称', en: 'Position', required: true, max: 60, section: 'position', span: 2 }),
    headcount: integer({ cn: '人数', en: 'Headcount', required: true, min: 1, max: 100, default: '1', trend: true, section: 'position' }),
    reason: radio({ cn: '招聘原因', en: 'Why', required: true, trend: true, default: '"replacement"', section: 'position', options: [
      { value: 'replacement', cn: '离职替补', en: 'Replacement' },
      { value: 'new', cn: '新增编制', en: 'New position' },
    ] }),
    replaced: text({ cn: '替补谁', en: 'In place of', required: 'reason = "replacement"', max: 60, section: 'position' }),
    onboardBy: date({ cn: '期望到岗', en: 'Needed by', required: true, section: 'position' }),
    duties: textarea({ cn: '岗位职责', en: 'Duties', required: true, max: 1000, section: 'terms', span: 4 }),
    requirements: textarea({ cn: '任职要求', en: 'Requirements', required: true, max: 1000, section: 'terms', span: 4 }),
    payFrom: money({ cn: '月薪下限', en: 'Monthly pay from', min: 0, section: 'terms', visibleTo: readers }),
    payTo: money({ cn: '月薪上限', en: 'Monthly pay to', min: 0, section: 'terms', visibleTo: readers }),
  }),
  rules: defineRules([
    rule('ZP-1', { when: 'payTo < payFrom', fields: ['payTo'], cn: '上限不能低于下限', en: 'The upper limit is below the lower one' }),
  ]),
  steps: [
    approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' }),
    approve('hr', role('hr'), { cn: '人事审核', en: 'HR' }),
    approve('viceGm', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP' }),
    approve('generalManager', generalManager, { cn: '总经理', en: 'General manager', when: 'reason = "new" or headcount > 3' }),
  ],
  form: { columns: ['position', 'headcount', 'reason', 'onboardBy'], subject: ['position'], print: { omit: ['payFrom', 'payTo'] } },
  examples: [
    { cn: '替补一人', en: 'One replacement', steps: ['deptHead', 'hr', 'viceGm'],
      value: { position: '质量工程师', headcount: 1, reason: 'replacement', replaced: '李明', onboardBy: 'today+45', duties: '来料检验',
        requirements: '三年以上经验' } },
  ],
}

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

/** Overtime of a team: agreed before it is worked. */
export const overtime: LibraryDesign = {
  key: 'overtime',
  cn: '加班申请',
  en: 'Overtime request',
  prefix: 'JB',
  group: 'administration',
  icon: 'clock-circle',
  description: { cn: '按人登记加班时数与补偿方式，工时多时由分管副总批准',
    en: 'Hours and compensation per person; the responsible VP decides on many hours' },
  sections: [{ id: 'overtime', cn: '加班', en: 'Overtime' }, { id: 'people', cn: '人员', en: 'People' }],
  fields: defineFields({
    overtimeDate: date({ cn: '加班日期', en: 'Day', required: true, section: 'overtime' }),
    dayKind: radio({ cn: '日期类型', en: 'Kind of day', required: true, default: '"workday"', section: 'overtime', options: [
      { value: 'workday', cn: '工作日', en: 'Working day' },
      { value: 'weekend', cn: '休息日', en: 'Day off' },
      { value: 'holiday', cn: '法定节假日', en: 'Public holiday' },
    ] }),
    compensation: radio({ cn: '补偿方式', en: 'Compensation', required: true, default: '"timeOff"', section: 'overtime', options: [
      { value: 'timeOff', cn: '调休', en: 'Time off in lieu' },
      { value: 'pay', cn: '加班费', en: 'Overtime pay' },
    ] }),
    reason: textarea({ cn: '加班事由', en: 'Reason', required: true, max: 300, section: 'overtime', span: 4 }),
    workers: table({ cn: '加班人员', en: 'People', required: true, min: 1, max: 50, section: 'people', span: 4, columns: {
      worker: person({ cn: '姓名', en: 'Name', required: true }),
      hours: number({ cn: '时数', en: 'Hours', required: true, min: 0.5, max: 12, precision: 1 }),
      task: text({ cn: '工作内容', en: 'Work', required: true, max: 100 }),
    } }),
    totalHours: calculated({ cn: '总时数', en: 'Total hours', result: 'number', precision: 1, trend: true, section: 'people',
      value: 'if count(workers[hours != null]) = 0 then 0 else sum(workers[hours != null].hours)' }),
  }),
  rules: defineRules([
    rule('JB-1', { when: 'dayKind = "holiday" and compensation = "timeOff"', fields: ['compensation'], cn: '法定节假日加班应支付加班费',
      en: 'Overtime on a public holiday is paid' }),
    rule('JB-2', { when: 'count(distinct values(workers[worker != null].worker.id)) < count(workers[worker != null])', fields: ['workers'],
      cn: '同一人只能登记一行', en: 'Each person has one line' }),
  ]),
  steps: [
    approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' }),
    approve('viceGm', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', when: 'totalHours > 24' }),
    approve('hr', role('hr'), { cn: '人事登记', en: 'HR', manual: true }),
  ],
  form: { columns: ['overtimeDate', 'dayKind', 'compensation', 'totalHours'], subject: ['reason', 'overtimeDate'] },
  examples: [
    { cn: '节假日调休（会被拦下）', en: 'Time off for a public holiday (refused)', steps: [],
      value: { overtimeDate: 'today+1', dayKind: 'holiday', compensation: 'timeOff', reason: '设备检修' } },
    { cn: '周末检修', en: 'Repairs at the weekend', steps: ['deptHead', 'hr'],
      value: { overtimeDate: 'today+1', dayKind: 'weekend', compensation: 'pay', reason: '设备检修',
        workers: [{ rowId: 'r1', hours: '8', task: '更换导轨' }] } },
  ],
}

/** Training outside or inside, with its cost and the agreement to stay. */
export const training: LibraryDesign = {
  key: 'training',
  cn: '培训申请',
  en: 'Training request',
  prefix: 'PX',
  group: 'administration',
  icon: 'read',
  description: { cn: '内外部培训，费用高时签服务期协议并逐级审批',
    en: 'Internal and external training; a costly one takes an agreement and more approvals' },
  sections: [{ id: 'training', cn: '培训', en: 'Training' }, { id: 'cost', cn: '费用', en: 'Cost' }],
  fields: defineFields({
    course: text({ cn: '课程名称', en: 'Training course', required: true, max: 80, section: 'training', span: 2 }),
    kind: radio({ cn: '培训形式', en: 'Kind', required: true, default: '"external"', section: 'training', options: [
      { value: 'external', cn: '外部培训', en: 'External' },
      { value: 'internal', cn: '内部培训', en: 'Internal' },
      { value: 'online', cn: '在线课程', en: 'Online' },
    ] }),
    provider: text({ cn: '培训机构', en: 'Provider', required: 'kind != null and kind != "internal"', max: 60, section: 'training' }),
    period: daterange({ cn: '培训时间', en: 'Period', required: true, section: 'training', span: 2 }),
    attendees: people({ cn: '参训人员', en: 'Attendees', required: true, min: 1, max: 50, section: 'training', span: 2 }),
    goal: textarea({ cn: '培训目标', en: 'Goal', required: true, max: 500, section: 'training', span: 4 }),
    cost: money({ cn: '费用合计', en: 'Total cost', required: true, min: 0, default: '0', trend: true, section: 'cost' }),
    hasAgreement: toggle({ cn: '签订服务期协议', en: 'Agreement to stay', default: 'false', section: 'cost' }),
    agreedMonths: integer({ cn: '服务期（月）', en: 'Months', required: 'hasAgreement = true', min: 1, max: 60, section: 'cost' }),
  }),
  rules: defineRules([
    rule('PX-1', { when: 'cost > 10000 and hasAgreement = false', fields: ['hasAgreement'], cn: '费用超过10,000元须签订服务期协议',
      en: 'Above 10,000 an agreement to stay is needed' }),
  ]),
  steps: [
    approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' }),
    approve('hr', role('hr'), { cn: '人事审核', en: 'HR' }),
    approve('viceGm', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', when: 'cost > 3000' }),
    approve('generalManager', generalManager, { cn: '总经理', en: 'General manager', when: 'cost > 20000' }),
  ],
  copies: ['attendees'],
  form: { columns: ['course', 'kind', 'period', 'cost'], subject: ['course', 'period'], amount: 'cost' },
  examples: [
    { cn: '内部培训', en: 'Internal training', steps: ['deptHead', 'hr'],
      value: { course: '焊接工艺基础', kind: 'internal', period: ['today+10', 'today+11'], goal: '新员工上岗', cost: '0',
        hasAgreement: false } },
  ],
}
