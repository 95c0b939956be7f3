import { calculated, date, defineFields, multiselect, people, select, text, textarea, time, toggle } from '#kernel/fields.ts'
import { approve, departmentHead, role } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import type { LibraryDesign } from '../design.ts'

/** A room for a meeting, with what is needed in it. */
export const meetingRoom: LibraryDesign = {
  key: 'meeting-room',
  cn: '会议室申请',
  en: 'Meeting room request',
  prefix: 'HY',
  group: 'administration',
  icon: 'team',
  description: { cn: '预订会议室与设备，有外部来宾时由部门负责人确认',
    en: 'Books a room and equipment; the department head confirms outside guests' },
  sections: [{ id: 'meeting', cn: '会议', en: 'Meeting' }, { id: 'needs', cn: '准备', en: 'Preparation' }],
  fields: defineFields({
    topic: text({ cn: '会议主题', en: 'Topic', required: true, max: 80, section: 'meeting', span: 2 }),
    room: select({ cn: '会议室', en: 'Room', required: true, section: 'meeting', options: [
      { value: 'a', cn: '一号会议室（20人）', en: 'Room 1 (20 seats)' },
      { value: 'b', cn: '二号会议室（10人）', en: 'Room 2 (10 seats)' },
      { value: 'c', cn: '多功能厅（80人）', en: 'Hall (80 seats)' },
    ], hint: { cn: '按公司的会议室修改选项', en: 'Change the choices to your rooms' } }),
    day: date({ cn: '日期', en: 'Day', required: true, section: 'meeting' }),
    fromTime: time({ cn: '开始', en: 'From', required: true, section: 'meeting' }),
    untilTime: time({ cn: '结束', en: 'Until', required: true, section: 'meeting' }),
    attendees: people({ cn: '参会人', en: 'Attendees', max: 80, section: 'meeting', span: 2 }),
    hasGuests: toggle({ cn: '有外部来宾', en: 'Outside guests', default: 'false', trend: true, section: 'meeting' }),
    seats: calculated({ cn: '参会人数', en: 'Seats', result: 'integer', section: 'meeting', value: '1 + count(attendees)' }),
    equipment: multiselect({ cn: '设备', en: 'Equipment', section: 'needs', span: 2, options: [
      { value: 'projector', cn: '投影', en: 'Projector' },
      { value: 'video', cn: '视频会议', en: 'Video conference' },
      { value: 'recording', cn: '录音录像', en: 'Recording' },
      { value: 'board', cn: '白板', en: 'Whiteboard' },
    ] }),
    wishes: textarea({ cn: '其他要求', en: 'Other wishes', max: 300, section: 'needs', span: 4 }),
    arranged: text({ cn: '安排结果', en: 'Arranged', max: 200, atNode: 'adminOffice', section: 'needs', span: 2 }),
  }),
  rules: defineRules([
    rule('HY-1', { when: 'untilTime <= fromTime', fields: ['untilTime'], cn: '结束时间须晚于开始时间', en: 'It ends before it begins' }),
    rule('HY-2', { when: '(room = "b" and seats > 10) or (room = "a" and seats > 20)', fields: ['room'], level: 'warn',
      cn: '人数超过座位数', en: 'More people than seats' }),
  ]),
  steps: [
    approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head', when: 'hasGuests = true' }),
    approve('adminOffice', role('adminOffice'), { cn: '行政安排', en: 'Administration office', manual: true }),
  ],
  copies: ['attendees'],
  form: { columns: ['room', 'day', 'fromTime', 'untilTime'], subject: ['topic', 'day'] },
  examples: [
    { cn: '周例会', en: 'Weekly meeting', steps: ['adminOffice'],
      value: { topic: '质量周会', room: 'b', day: 'today+3', fromTime: '09:00', untilTime: '10:30', hasGuests: false,
        equipment: ['projector'] } },
  ],
}
