import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/database/connection.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { friday, notes, office } from '#server/messages/testing.ts'

let product: TestProduct
let on: ReturnType<typeof notes>

beforeAll(async () => {
  product = await office()
  on = notes(product)
})
afterAll(() => product?.close())
afterEach(() => product.audit())

type MessageCase = [path: string, person: string, body: object, expected: { cn: string[]; en: string[] }]

/** Files a note, performs the steps, and compares the notifications of each. */
async function story(...steps: readonly MessageCase[]): Promise<string> {
  const id = await on.file()
  let { last } = await on.messagesAbout(id)
  for (const [path, person, body, expected] of steps) {
    await (path.startsWith('document ') ? on.on(id, person, path.replace('document ', ''), body) : on.onTask(id, person, path, body))
    const { cn, en, last: next } = await on.messagesAbout(id, last)
    expect({ path, cn, en }).toEqual({ path, ...expected })
    last = next
  }
  return id
}

const quietly = { cn: [], en: [] }
const arrived = (person: string) => ({ cn: [`${person}: 待审批, 王伟提交的便笺（NO）待您审批`],
  en: [`${person}: To approve, Wang Wei’s note (NO) is waiting for you`] })
const passed: MessageCase = ['/workflow/pass', 'li', {}, arrived('zhao')]

describe('an action tells whom it concerns, in both languages', () => {
  it('filing', async () => {
    const { cn, en } = await on.messagesAbout(await on.file())
    expect({ cn, en }).toEqual(arrived('li'))
  })

  it('passing to the end', async () => {
    await story(passed, ['/workflow/pass', 'zhao', {}, {
      cn: ['chen: 抄送, 王伟抄送便笺（NO）给您', 'wang: 审批完成, 您的便笺（NO）已审批通过'],
      en: ['chen: CC, Wang Wei sent you a copy of the note (NO)', 'wang: Approved, Your note (NO) was approved'],
    }])
  })

  it('refusing', async () => {
    await story(passed, ['/workflow/refuse', 'zhao', {}, {
      cn: ['li: 审批拒绝, 赵云拒绝了便笺（NO）', 'wang: 审批拒绝, 赵云拒绝了便笺（NO）'],
      en: ['li: Refused, Zhao Yun refused the note (NO)', 'wang: Refused, Zhao Yun refused the note (NO)'],
    }])
  })

  it('returning to a node, and for change', async () => {
    await story(passed, ['/workflow/v2/back', 'zhao', { desNodeId: 'first' }, {
      cn: ['li: 审批退回, 赵云将便笺（NO）退回至初审', 'wang: 审批退回, 赵云将便笺（NO）退回至初审'],
      en: ['li: Returned, Zhao Yun returned the note (NO) to First review',
        'wang: Returned, Zhao Yun returned the note (NO) to First review'],
    }], ['/workflow/v2/back', 'li', { desNodeId: 'start', comment: '缺发票/缺签字\n请补' }, {
      cn: ['wang: 审批退回, 李娜将便笺（NO）退回给您修改：缺发票/缺签字 请补'],
      en: ['wang: Returned, Li Na returned your note (NO) for changes: 缺发票/缺签字 请补'],
    }])
  })

  it('withdrawing, and taking back to change', async () => {
    await story(passed, ['document /workflow/abort', 'wang', {}, {
      cn: ['li: 审批撤回, 王伟撤回了便笺（NO）', 'zhao: 审批撤回, 王伟撤回了便笺（NO）'],
      en: ['li: Withdrawn, Wang Wei withdrew the note (NO)', 'zhao: Withdrawn, Wang Wei withdrew the note (NO)'],
    }])
    await story(passed, ['document /workflow/abortUpdate', 'wang', {}, { cn: ['zhao: 审批撤回, 王伟撤回了便笺（NO）进行修改'],
      en: ['zhao: Withdrawn, Wang Wei withdrew the note (NO) to change it'] }])
  })

  it('countersigning, and coming back from it', async () => {
    await story(
      ['/workflow/countersign', 'li', { orderType: 2, assigneeList: ['sun'] }, { cn: ['sun: 加签, 李娜邀请您加签便笺（NO）'],
        en: ['sun: Countersign, Li Na asks you to countersign the note (NO)'] }],
      ['/workflow/pass', 'sun', {}, arrived('li')],
    )
  })

  it('transferring', async () => {
    await story(['/workflow/transfer', 'li', { assignee: 'sun' }, {
      cn: ['sun: 转交, 李娜将便笺（NO）转交给您', 'wang: 转交, 李娜将便笺（NO）转交给孙丽'],
      en: ['sun: Transferred, Li Na transferred the note (NO) to you', 'wang: Transferred, Li Na transferred the note (NO) to Sun Li'],
    }])
  })

  it('handing on what is hard to decide', async () => {
    await story(['/workflow/hardToDecide', 'li', { business: { hardToDecideOneReason: 'unclear' } }, {
      cn: ['zhao: 难以判定, 便笺（NO）需您判定'],
      en: ['zhao: Hard to decide, The note (NO) needs your decision'],
    }])
  })

  it('commenting, mentioning and copying', async () => {
    const say = 'document /workflow/wf/processInstance/comment/add'
    await story(
      [say, 'wang', { comment: 'hm' }, { cn: ['li: 新评论, 王伟评论了便笺（NO）'],
        en: ['li: New comment, Wang Wei commented on the note (NO)'] }],
      [say, 'wang', { comment: 'hm', userIds: ['li', 'chen'] }, {
        cn: ['chen: 有人提到您, 王伟在便笺（NO）中提到了您', 'li: 有人提到您, 王伟在便笺（NO）中提到了您'],
        en: ['chen: Mention, Wang Wei mentioned you in the note (NO)', 'li: Mention, Wang Wei mentioned you in the note (NO)'],
      }],
      ['document /workflow/wf/processInstance/cc/add', 'li', { userIds: ['sun'] }, { cn: ['sun: 抄送, 李娜抄送便笺（NO）给您'],
        en: ['sun: CC, Li Na sent you a copy of the note (NO)'] }],
    )
  })

  it('repairing: reassigning, skipping, moving, ending', async () => {
    const because = { comment: 'ill' }
    const id = await on.file()
    const { last } = await on.messagesAbout(id)
    const task = await on.taskOf(id, 'li')
    await on.on(id, 'admin', '/workflow/admin/reassign', { ...because, taskId: task, assignee: 'sun' })
    expect((await on.messagesAbout(id, last)).cn).toEqual(['li: 转交, 钱管将便笺（NO）转交给孙丽', 'sun: 转交, 钱管将便笺（NO）转交给您',
      'wang: 转交, 钱管将便笺（NO）转交给孙丽'])
    const reassigned = (await on.messagesAbout(id, last)).last
    await on.on(id, 'admin', '/workflow/admin/skip', { ...because, taskId: task })
    expect((await on.messagesAbout(id, reassigned)).en).toEqual(['sun: Flow changed, Qian skipped the step “First review” of the note (NO)',
      'wang: Flow changed, Qian skipped the step “First review” of the note (NO)',
      'zhao: To approve, Wang Wei’s note (NO) is waiting for you'])
    const skipped = (await on.messagesAbout(id, reassigned)).last
    await on.on(id, 'admin', '/workflow/admin/forceEnd', because)
    expect((await on.messagesAbout(id, skipped)).cn).toEqual(['wang: 审批拒绝, 钱管拒绝了便笺（NO）',
      'zhao: 审批拒绝, 钱管拒绝了便笺（NO）'])
  })

  it('urging, and not when it is too early', async () => {
    const id = await on.file()
    const { last } = await on.messagesAbout(id)
    for (let times = 0; times < 2; times += 1) await product.as('wang').get(`/workflow/urge/${id}`)
    const { cn, en } = await on.messagesAbout(id, last)
    expect({ cn, en }).toEqual({ cn: ['li: 催办, 王伟催办便笺（NO）'],
      en: ['li: Reminder, Wang Wei sent you a reminder about the note (NO)'] })
    expect(await product.database.db.selectFrom('document').select('urged').where('id', '=', id).executeTakeFirst()).toEqual({ urged: 1 })
  })
})

describe('what did not happen is told to nobody', () => {
  it('an action that is refused', async () => {
    await story(['document /workflow/abort', 'wang', {}, { cn: ['li: 审批撤回, 王伟撤回了便笺（NO）'],
      en: ['li: Withdrawn, Wang Wei withdrew the note (NO)'] }])
    const id = await on.file()
    const { last } = await on.messagesAbout(id)
    expect(await product.as('zhao').post('/workflow/pass', { taskId: await on.taskOf(id, 'li') })).not.toMatchObject({ code: 200 })
    expect(await on.messagesAbout(id, last)).toEqual({ ...quietly, last })
  })

  it('an action whose transaction fails after the message was written', async () => {
    const { db, owner } = product.database
    await withClient(owner,
      (client) =>
        client.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create constraint trigger fail after insert on message deferrable initially deferred for each row execute function fail()`))
    const before = await db.selectFrom('document').select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()
    expect(await product.as('wang').post('/oaserver/note/apply', { business: { title: 'lost' } })).not.toMatchObject({ code: 200 })
    await withClient(owner, (client) => client.query('drop trigger fail on message; drop function fail()'))
    expect(await db.selectFrom('document').select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()).toEqual(before)
    expect(
      await db.selectFrom('message').leftJoin('document', 'document.id', 'message.document').select('message.id').where('document.id', 'is',
        null).execute(),
    ).toEqual([])
  })
})

interface MessageRow {
  readonly id: string
  readonly messageType: string
  readonly businessKey: string
  readonly businessNo: string
  readonly read: boolean
}

const counts = async (person: string) => (await product.as(person).get<Record<string, number>>('/oaserver/messages/count')).data
const page = async (person: string, body: object = {}) =>
  (await product.as(person).post<{ records: MessageRow[]; total: number }>('/oaserver/messages/page', body)).data

describe('the message centre', () => {
  it('counts tasks, overdue ones, and unread messages by type', async () => {
    await on.on(await on.file(), 'wang', '/workflow/wf/processInstance/cc/add', { userIds: ['boss'] })
    const id = await on.file()
    await on.on(id, 'wang', '/workflow/wf/processInstance/comment/add', { comment: 'x', userIds: ['boss'] })
    await on.onTask(id, 'li', '/workflow/transfer', { assignee: 'boss' })
    const expected = { todo: 1, warning: 0, approve: 1, cc: 1, comment: 0, commentAt: 1, 'comment-at': 1 }
    expect(await counts('boss')).toEqual(expected)
    product.clock.now = () => new Date('2026-11-24T10:00:01+08:00')
    expect(await counts('boss')).toEqual({ ...expected, warning: 1 })
    product.clock.now = () => friday
  })

  it('lists own messages only, newest first, and finds them again', async () => {
    const id = await on.file()
    await on.on(id, 'wang', '/workflow/wf/processInstance/cc/add', { userIds: ['sun'] })
    const { records: [newest], total } = await page('sun')
    expect(newest).toMatchObject({
      businessKey: id,
      procInsId: id,
      businessType: 'note',
      messageType: 'CC',
      assignee: 'sun',
      tableId: 'note',
      procDefId: 'note:1',
      read: false,
      title: '抄送',
      enTitle: 'CC',
      processNameEn: 'Note',
      params: { urlPage: null, initiatorId: 'wang', businessName: '便笺/Note' },
      createTime: '2026-11-20 10:00:00',
    })
    expect((await page('sun', { messageType: ['CC'] })).records.every(({ messageType }) => messageType === 'CC')).toBe(true)
    expect((await page('sun', { messageType: 'JOURNEY' })).total).toBe(0)
    expect((await page('sun', { keyword: newest!.businessNo })).total).toBe(1)
    await product.database.db.updateTable('document').set({ subject: '春季样机', title_en: 'Spring samples' }).where('id', '=', id)
      .execute()
    for (const keyword of ['春季样机', 'spring'])
      expect((await page('sun', { keyword })).records.map(({ id: each }) => each)).toEqual([newest!.id])
    expect((await page('sun', { keyword: '100%' })).total).toBe(0)
    expect((await page('sun', { dateRange: ['2026-11-20', '2026-11-20'] })).total).toBe(total)
    expect((await page('sun', { dateRange: ['2026-11-21', '2026-11-30'] })).total).toBe(0)
    expect((await page('sun', { size: 1, current: 2 })).records.map(({ id: each }) => each)).not.toContain(newest!.id)
  })

  it('marks one as read once and for all, and nobody else’s', async () => {
    await on.on(await on.file(), 'wang', '/workflow/wf/processInstance/cc/add', { userIds: ['sun'] })
    const { records: [message] } = await page('sun', { read: false })
    const before = await counts('sun')
    const read = (person: string) => product.as(person).post(`/oaserver/message/${message!.id}/read`, {})
    expect(await read('zhao')).toMatchObject({ code: 404, msg: '消息不存在' })
    expect(await counts('sun')).toEqual(before)
    for (let times = 0; times < 2; times += 1) expect(await read('sun')).toMatchObject({ code: 200, data: { cc: before['cc']! - 1 } })
    expect((await page('sun', { read: true })).records.map(({ id }) => id)).toContain(message!.id)
  })

  it('removes one for good, and nobody else’s', async () => {
    await on.on(await on.file(), 'wang', '/workflow/wf/processInstance/cc/add', { userIds: ['sun'] })
    const { records: [message], total } = await page('sun')
    const remove = (person: string) => product.as(person).delete<Record<string, number>>(`/oaserver/message/${message!.id}`)
    expect(await remove('zhao')).toMatchObject({ code: 404 })
    expect((await page('sun')).total).toBe(total)
    expect((await remove('sun')).data).toEqual(await counts('sun'))
    expect((await page('sun')).total).toBe(total - 1)
    expect(await remove('sun')).toMatchObject({ code: 404 })
  })

  it('is filtered by what messages tell', async () => {
    const { data: kinds } = await product.as('li').get<{ kind: string; messageType: string; title: string; enTitle: string }[]>(
      '/oaserver/messages/kinds',
    )
    expect(kinds).toContainEqual({ kind: 'arrived', messageType: 'APPROVE', title: '待审批', enTitle: 'To approve' })
    expect((await page('wang', { kinds: ['arrived'] })).total).toBe(0)
    expect((await page('li', { kinds: ['arrived'] })).total).toBeGreaterThan(0)
  })

  it('marks everything of a document when it is opened', async () => {
    const id = await on.file()
    await on.on(id, 'wang', '/workflow/wf/processInstance/comment/add', { comment: 'x', userIds: ['sun', 'zhao'] })
    await product.as('sun').get(`/oaserver/messages/myGotItSetRead/${id}`)
    const readBy = async (person: string) =>
      (await page(person)).records.filter(({ businessKey }) => businessKey === id).map(({ read }) => read)
    expect([await readBy('sun'), await readBy('zhao')]).toEqual([[true], [false]])
  })

  it('marks all, or all of a type', async () => {
    await on.on(await on.file(), 'wang', '/workflow/wf/processInstance/comment/add', { comment: 'x', userIds: ['sun'] })
    const { cc, commentAt } = await counts('sun')
    expect((await product.as('sun').get('/oaserver/message/readAll?messageType=COMMENT_AT')).data).toBe(commentAt)
    expect(await counts('sun')).toMatchObject({ cc, commentAt: 0 })
    await product.as('sun').get('/oaserver/message/readAll')
    expect(await counts('sun')).toMatchObject({ approve: 0, cc: 0, comment: 0, commentAt: 0 })
    expect((await product.as('sun').get('/oaserver/message/readAll')).data).toBe(0)
    expect((await counts('zhao'))['approve']).toBeGreaterThan(0)
  })
})

it('a task falls due after the working hours of its node, or of the flow', async () => {
  const id = await on.file()
  await on.onTask(id, 'li', '/workflow/pass')
  const rows = await product.database.db.selectFrom('task').select(['node', 'due_at']).where('document', '=', id).orderBy('id').execute()
  expect(rows.map(({ node, due_at: due }) => [node, due?.toISOString()])).toEqual([['first', '2026-11-23T02:00:00.000Z'], ['second',
    '2026-11-20T07:00:00.000Z']])
})
