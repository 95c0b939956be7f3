import { attachment, calculated, date, defineFields, integer, money, multiselect, people, person, radio, select, table, text, textarea,
  time, toggle } from '#kernel/fields.ts'
import { approve, departmentHead, generalManager, role } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import type { LibraryDesign } from '../design.ts'

/** The use of a company seal, with the file that is sealed. */
export const seal: LibraryDesign = {
  key: 'seal-use',
  cn: '用章申请',
  en: 'Seal use request',
  prefix: 'YZ',
  group: 'administration',
  icon: 'safety-certificate',
  description: { cn: '公章、合同章等的使用与外借，合同由法务审核，印章管理员登记份数',
    en: 'Use and lending of company seals; legal reviews contracts, the custodian records the copies' },
  sections: [{ id: 'seal', cn: '用章', en: 'Seal' }, { id: 'custody', cn: '印章管理', en: 'Custody' }],
  fields: defineFields({
    sealType: multiselect({ cn: '印章', en: 'Seals', required: true, trend: true, section: 'seal', options: [
      { value: 'company', cn: '公章', en: 'Company seal' },
      { value: 'contract', cn: '合同章', en: 'Contract seal' },
      { value: 'finance', cn: '财务章', en: 'Finance seal' },
      { value: 'legal', cn: '法人章', en: 'Legal representative seal' },
    ] }),
    fileKind: select({ cn: '文件类型', en: 'Kind of file', required: true, trend: true, section: 'seal', options: [
      { value: 'contract', cn: '合同协议', en: 'Contract' },
      { value: 'certificate', cn: '证明', en: 'Certificate' },
      { value: 'tender', cn: '投标文件', en: 'Tender' },
      { value: 'other', cn: '其他', en: 'Other' },
    ] }),
    fileName: text({ cn: '文件名称', en: 'File', required: true, max: 100, section: 'seal', span: 2 }),
    counterparty: text({ cn: '送达单位', en: 'For', required: true, max: 60, section: 'seal' }),
    copies: integer({ cn: '份数', en: 'Copies', required: true, min: 1, max: 99, default: '1', section: 'seal' }),
    takenOut: toggle({ cn: '外借', en: 'Taken out', default: 'false', trend: true, section: 'seal' }),
    returnDate: date({ cn: '归还日期', en: 'Back on', required: 'takenOut = true', section: 'seal' }),
    purpose: textarea({ cn: '用途', en: 'Purpose', required: true, max: 300, section: 'seal', span: 4 }),
    files: attachment({ cn: '用章文件', en: 'Files to seal', required: true, max: 10, section: 'seal', span: 4 }),
    sealedCopies: integer({ cn: '实际用章份数', en: 'Copies sealed', min: 0, max: 99, atNode: 'sealKeeper', section: 'custody' }),
  }),
  rules: defineRules([
    rule('YZ-1', { when: 'sealedCopies > copies', fields: ['sealedCopies'], at: ['sealKeeper'], cn: '用章份数多于申请',
      en: 'More copies than were asked for' }),
  ]),
  steps: [
    approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' }),
    approve('legal', role('legal'), { cn: '法务审核', en: 'Legal', when: 'fileKind = "contract" or list contains(sealType, "contract")' }),
    approve('generalManager', generalManager, { cn: '总经理', en: 'General manager',
      when: 'takenOut = true or list contains(sealType, "legal")' }),
    approve('sealKeeper', role('sealKeeper'), { cn: '印章管理员', en: 'Seal custodian', manual: true }),
  ],
  form: { columns: ['sealType', 'fileName', 'counterparty', 'copies'], subject: ['fileName', 'counterparty'] },
  examples: [
    { cn: '开具证明', en: 'A certificate', steps: ['deptHead', 'sealKeeper'],
      value: { sealType: ['company'], fileKind: 'certificate', fileName: '在职证明', counterparty: '市人社局', copies: 2, takenOut: false,
        purpose: '办理居住证' } },
  ],
}

/** Cash for small purchases: asked for by items, paid by the cashier. */
export const pettyCash: LibraryDesign = {
  key: 'petty-cash',
  cn: '备用金申请',
  en: 'Petty cash request',
  prefix: 'BYJ',
  group: 'finance',
  icon: 'wallet',
  description: { cn: '按用途列明的小额备用金，财务经理审核，出纳付款',
    en: 'Small amounts by item, reviewed by the finance manager and paid by the cashier' },
  sections: [{ id: 'cash', cn: '备用金', en: 'Petty cash' }, { id: 'items', cn: '用途明细', en: 'Items' }, { id: 'payment', cn: '付款',
    en: 'Payment' }],
  fields: defineFields({
    purpose: textarea({ cn: '用途', en: 'Purpose', required: true, max: 300, section: 'cash', span: 4 }),
    neededOn: date({ cn: '使用日期', en: 'Needed on', required: true, section: 'cash' }),
    settledBy: date({ cn: '预计报销日期', en: 'Settled by', required: true, section: 'cash' }),
    items: table({ cn: '用途明细', en: 'Items', required: true, min: 1, max: 30, section: 'items', span: 4, columns: {
      what: text({ cn: '内容', en: 'Item', required: true, max: 100 }),
      amount: money({ cn: '金额', en: 'Amount', required: true, min: 0.01 }),
    } }),
    total: calculated({ cn: '合计', en: 'Total', result: 'money', rmb: true, trend: true, section: 'items',
      value: 'if count(items[amount != null]) = 0 then 0 else sum(items[amount != null].amount)' }),
    paidOn: date({ cn: '付款日期', en: 'Paid on', atNode: 'cashier', section: 'payment' }),
  }),
  rules: defineRules([
    rule('BYJ-1', { when: 'settledBy < neededOn', fields: ['settledBy'], cn: '报销日期不能早于使用日期',
      en: 'It is settled before it is used' }),
    rule('BYJ-2', { when: 'total > 20000', fields: ['total'], cn: '超过20,000元请走付款申请', en: 'Above 20,000 use a payment request' }),
  ]),
  steps: [
    approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' }),
    approve('financeManager', role('financeManager'), { cn: '财务经理', en: 'Finance manager' }),
    approve('generalManager', generalManager, { cn: '总经理', en: 'General manager', when: 'total > 5000' }),
    approve('cashier', role('cashier'), { cn: '出纳付款', en: 'Cashier', manual: true }),
  ],
  settings: { movesMoney: true },
  form: { columns: ['total', 'neededOn', 'settledBy', 'paidOn'], subject: ['items.what'], amount: 'total' },
  examples: [
    { cn: '团建采购', en: 'A team event', steps: ['deptHead', 'financeManager', 'cashier'],
      value: { purpose: '部门活动', neededOn: 'today+5', settledBy: 'today+20',
        items: [{ rowId: 'r1', what: '餐饮', amount: '1200' }, { rowId: 'r2', what: '交通', amount: '300' }] } },
  ],
}

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
