import { date, defineFields, money, person, radio, select, text, textarea } from '#kernel/fields.ts'
import { approve, departmentHead, role } from '#kernel/flow.ts'
import type { LibraryDesign } from '../design.ts'

/** Help and equipment from the IT department. */
export const itRequest: LibraryDesign = {
  key: 'it-request',
  cn: 'IT服务申请',
  en: 'IT request',
  prefix: 'ITFW',
  group: 'it',
  icon: 'laptop',
  description: { cn: '账号、软硬件与网络服务，需花费的由部门负责人批准，IT登记处理结果',
    en: 'Accounts, software, hardware and network; the department head decides on what costs, IT records the result' },
  sections: [{ id: 'request', cn: '申请', en: 'Request' }, { id: 'result', cn: '处理', en: 'Result' }],
  fields: defineFields({
    kind: select({ cn: '服务类别', en: 'Kind', required: true, trend: true, section: 'request', options: [
      { value: 'fault', cn: '故障报修', en: 'Fault' },
      { value: 'account', cn: '账号权限', en: 'Account or right' },
      { value: 'software', cn: '软件安装', en: 'Software' },
      { value: 'hardware', cn: '硬件配备', en: 'Hardware' },
      { value: 'network', cn: '网络', en: 'Network' },
    ] }),
    urgency: radio({ cn: '紧急程度', en: 'Urgency', required: true, default: '"normal"', section: 'request', options: [
      { value: 'normal', cn: '一般', en: 'Normal' },
      { value: 'urgent', cn: '紧急', en: 'Urgent' },
    ] }),
    user: person({ cn: '使用人', en: 'For', required: true, default: 'currentUser.id', section: 'request' }),
    neededBy: date({ cn: '期望完成', en: 'Needed by', section: 'request' }),
    device: text({ cn: '设备编号', en: 'Device', max: 40, section: 'request' }),
    cost: money({ cn: '预计费用', en: 'Estimated cost', required: 'kind in ("software", "hardware")', min: 0, section: 'request' }),
    description: textarea({ cn: '说明', en: 'Description', required: true, max: 1000, section: 'request', span: 4 }),
    result: textarea({ cn: '处理结果', en: 'Result', max: 1000, atNode: 'itAdmin', section: 'result', span: 4 }),
  }),
  steps: [
    approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head',
      when: 'kind in ("account", "software", "hardware")' }),
    approve('itAdmin', role('itAdmin'), { cn: 'IT处理', en: 'IT', manual: true }),
  ],
  copies: ['user'],
  form: { columns: ['kind', 'urgency', 'user', 'neededBy'], subject: ['description'] },
  examples: [
    { cn: '电脑无法开机', en: 'A computer does not start', steps: ['itAdmin'],
      value: { kind: 'fault', urgency: 'urgent', device: 'PC-0182', description: '开机黑屏' } },
  ],
}
