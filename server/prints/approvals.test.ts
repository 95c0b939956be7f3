import { describe, expect, it } from 'vitest'
import { textFinder } from '#kernel/wording/translate.ts'
import type { TimelineRecord } from '#server/documents/timeline/record.ts'
import { printedApprovals } from './printout-of.ts'
import { cn, en } from './texts.ts'

const find = textFinder({ cn, en })
const person = (id: string) => ({ id, name: `${id}中/${id}`, enable: true })

const line = (operateType: string, more: Partial<TimelineRecord> = {}): TimelineRecord => ({
  id: operateType,
  procInstId: 'd',
  round: 1,
  countsIn: more.round ?? 1,
  nodeType: 1,
  nodeId: 'deptHead',
  nodeName: '部门负责人',
  nodeNameEn: 'Department head',
  operateType,
  operator: person('head'),
  userList: [person('head')],
  userIdList: ['head'],
  ccUserList: [],
  createTime: '2026-11-20 10:01:02',
  endTime: null,
  comment: null,
  commentDefault: false,
  oaAttachmentList: [],
  removableList: [],
  approvalTypeCode: 1,
  nodePeople: [],
  multiInst: false,
  sequential: false,
  initiator: false,
  mineRelates: false,
  editable: false,
  deleted: false,
  changes: [],
  hardToDecide: false,
  exceptions: 0,
  administrator: false,
  confirmedBy: null,
  countersigner: false,
  orderType: null,
  cancelled: false,
  target: null,
  ...more,
})

const rows = (records: readonly TimelineRecord[], round = 1, locale: 'cn' | 'en' = 'cn') =>
  printedApprovals(records, round, { find, locale }).rows.map(({ cells }) => cells)

describe('the approvals of a print', () => {
  it('tell who decided what and when, with their opinions', () => {
    expect(rows([line('completed', { comment: '同意' })])).toEqual([['部门负责人', 'head中', '通过', '同意', '2026-11-20 10:01']])
    expect(rows([line('refuse', { comment: 'No' })], 1, 'en')).toEqual([['Department head', 'head', 'Refused', 'No', '2026-11-20 10:01']])
  })

  it('leave out what was only said, what was taken back, and rounds before this one', () => {
    expect(rows([line('comment'), line('cc'), line('addsign', { cancelled: true }), line('completed', { round: 1 })], 2)).toEqual([])
  })

  it('keep what was passed in an earlier round and counts again after a direct resume', () => {
    const records = [line('start'), line('completed', { countsIn: 2, comment: '同意' }), line('backed'), line('start', { round: 2 }),
      line('running', { round: 2, operator: null })]
    expect(rows(records, 2).map(([, , decision]) => decision)).toEqual(['通过', '重新提交', '处理中'])
  })

  it('call filing again by its name', () => {
    expect(rows([line('start', { round: 2 })], 2)[0]?.[2]).toBe('重新提交')
    expect(rows([line('start')])[0]?.[2]).toBe('发起')
  })

  it('end with everybody whom it waits for', () => {
    expect(rows([line('running', { operator: null, userList: [person('a'), person('b')] })])).toEqual([['部门负责人', 'a中\nb中', '处理中',
      '', '']])
  })
})
