import { describe, expect, it } from 'vitest'
import { agoOf, dayOf, partsOf, unreadOf, type Message } from './messages.ts'

const message: Message = {
  id: '1',
  messageType: 'APPROVE',
  kind: 'arrived',
  title: '待审批',
  enTitle: 'To approve',
  content: '王伟提交的便笺（BJ1）待您审批',
  enContent: 'Wei Wang’s note (BJ1) is waiting for you',
  procInstId: 'd1',
  businessNo: 'BJ1',
  businessType: 'note',
  documentTitle: '标题',
  documentTitleEn: null,
  processName: '便笺',
  processNameEn: 'Note',
  params: { actorId: 'wang', actorName: '王伟/Wei Wang', initiatorId: 'wang', urlPage: null },
  createTime: '2026-11-20 10:00:00',
  read: false,
}

describe('a message', () => {
  it('is said without the number that stands below it', () => {
    expect(partsOf(message, 'cn')).toEqual({ title: '待审批', sentence: '王伟提交的便笺待您审批', actor: '王伟', subject: '标题',
      process: '便笺' })
    expect(partsOf(message, 'en')).toEqual({ title: 'To approve', sentence: 'Wei Wang’s note is waiting for you', actor: 'Wei Wang',
      subject: '标题', process: 'Note' })
    expect(partsOf({ ...message, businessNo: null, params: { initiatorId: null, urlPage: null } }, 'en')).toMatchObject({
      sentence: 'Wei Wang’s note (BJ1) is waiting for you',
      actor: undefined,
    })
  })

  it.each(
    [[59, 'now', 0], [60, 'minutes', 1], [3_599, 'minutes', 59], [3_600, 'hours', 1], [86_399, 'hours', 23], [86_400, 'days', 1], [-10,
      'now', 0]] as const,
  )(
    'of %i seconds ago',
    (seconds, unit, n) => {
      expect(agoOf(message.createTime, Date.parse('2026-11-20T10:00:00+08:00') + seconds * 1000)).toEqual({ unit, n })
    },
  )

  it('stands under its day', () => {
    expect(['2026-11-20 00:00:00', '2026-11-19 23:59:59', '2026-11-18 23:59:59'].map((time) => dayOf(time, '2026-11-20'))).toEqual(['today',
      'yesterday', 'earlier'])
    expect(dayOf('2026-02-28 10:00:00', '2026-03-01')).toBe('yesterday')
  })
})

it('what is due is not unread', () => {
  expect(unreadOf({ todo: 9, warning: 9, approve: 1, cc: 2, comment: 3, commentAt: 4 })).toBe(10)
  expect(unreadOf(undefined)).toBe(0)
})
