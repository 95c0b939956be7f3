import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { confirmPermission } from '#approval/administrator.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { InterventionProposal, InterventionRow } from '#approval/wire/intervention.ts'
import type { EngineReason } from '#kernel/flow/design.ts'
import { formPermissions } from '#kernel/form.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { users } from '#server/identity/organisation/users.ts'
import { expireInterventions } from '#server/jobs/housekeeping.ts'
import type { TestProduct } from '../testing.ts'
import { changingCalls } from '../testing-calls.ts'
import { approvalProduct, type ActionAnswer, said } from '../testing-company.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
})
afterAll(() => product?.close())
afterEach(() => product.audit())

describe('an intervention in a document that moves money', () => {
  type Answer = ActionAnswer & { readonly proposal: InterventionProposal | null }
  const propose = async (id: string, move = 'skip', more: object = {}) =>
    product.as('flows').post<Answer>(`/workflow/admin/${move}`, { procInstId: id, comment: '出纳休假', ...more,
      ...(move === 'skip' && { taskId: await on.task(id, 'head') }) })
  const proposed = async (id: string, move?: string, more?: object) => (await propose(id, move, more)).data.proposal?.id ?? 'none'
  const settle = (by: string, act: 'confirm' | 'decline' | 'withdraw', id: string, more: object = {}) =>
    product.as(by).post<{ outcome: string } & ActionAnswer>(`/workflow/intervention/${act}`, { id, ...more })
  const list = async (by: string, query: object = {}) =>
    (await product.as(by).post<{ records: InterventionRow[]; total: number }>('/workflow/intervention/page', query)).data
  const listed = async (by: string, query?: object) => (await list(by, query)).records.map(({ id }) => id)
  const notified = async (kind: string, document: string) =>
    (await product.database.db.selectFrom('message').select('recipient').where('kind', '=', kind).where('document', '=', document)
      .orderBy('recipient').execute()).map(({ recipient }) => recipient)
  const setRoles = (person: string, held: readonly string[]) => users(product.database.db, new Date()).setRoles(person, [...held])

  beforeAll(async () => {
    const { db } = product.database
    await setRoles('carl', ['workflowAdmin'])
    await roles(db).grant('financeManager', [confirmPermission, formPermissions('paid').view])
    await roles(db).setScope('financeManager', '*', { scope: 'all', withSub: true, departments: [] })
    await setRoles('dave', ['financeManager'])
  })

  it.each([['skip', 'second'], ['jump', 'third'], ['reassign', 'first'], ['forceEnd', null]])(
    'is a proposal until a second person has confirmed it: %s',
    async (move, node) => {
      const id = await on.file('paid')
      const more = move === 'jump'
        ? { targetNodeId: 'third' }
        : move === 'reassign'
        ? { taskId: await on.task(id, 'head'), assignee: 'bob' }
        : {}
      const { code, data } = await propose(id, move, more)
      expect([code, data.currentTask?.assigneeList, data.proposal?.confirmers.map((person) => person.id)]).toEqual([200, ['head'], ['carl',
        'dave']])
      expect(await on.events(id)).not.toContain('adminMoved')
      expect(await notified('interventionProposed', id)).toEqual(['carl', 'dave'])
      expect((await settle('dave', 'confirm', data.proposal?.id ?? '')).data).toEqual({ outcome: 'confirmed' })
      expect((await on.waiting(id)).map((each) => each.split(':')[0])).toEqual(node === null ? [] : [node])
      const { payload, by } = await product.database.db.selectFrom('document_event').select(['payload', 'by']).where('document', '=', id)
        .where('type', '=', 'adminMoved').executeTakeFirstOrThrow()
      expect([by, payload]).toEqual(['flows', expect.objectContaining({ confirmedBy: 'dave', comment: '出纳休假' })])
      const { processRecord } = await on.detail(id, 'wang') as unknown as { processRecord: { confirmedBy: { id: string } | null }[] }
      expect(processRecord.flatMap(({ confirmedBy }) => confirmedBy?.id ?? [])).toEqual(['dave'])
      expect(await notified('interventionConfirmed', id)).toEqual(['flows'])
    },
  )

  describe('together with others', () => {
    type Outcome = { id: string; outcome: string | null; why: EngineReason | null }
    const decide = (by: string, ids: readonly string[], more: object = {}) =>
      product.as(by).post<Outcome[]>('/workflow/intervention/decide', { decision: 'confirm', ids, ...more })
    const proposedAll = async (count: number) => {
      const documents: string[] = []
      for (let each = 0; each < count; each += 1) documents.push(await on.file('paid'))
      const ids: string[] = []
      for (const document of documents) ids.push(await proposed(document))
      return { documents, ids }
    }

    it('is confirmed by one decision; its initiators are notified, and those that are refused stop no other', async () => {
      const { documents, ids } = await proposedAll(4)
      await on.pass(documents[1]!, 'head')
      await settle('carl', 'decline', ids[2]!, { reason: '不必' })
      const { data } = await decide('dave', [...ids, '999999'])
      expect(data.map(({ outcome, why }) => outcome ?? why?.code)).toEqual(['confirmed', 'interventions.lapsed', 'interventions.declined',
        'confirmed', 'interventions.missing'])
      expect(data[1]?.why?.message).toEqual({ cn: '该提议已失效：单据已流转', en: 'This proposal has lapsed: the document has moved on' })
      expect(await on.waiting(documents[0]!)).toEqual(['second: chief'])
      expect(await on.waiting(documents[3]!)).toEqual(['second: chief'])
      expect((await decide('dave', [ids[0]!, ids[3]!])).data.map(({ outcome }) => outcome)).toEqual(['confirmed', 'confirmed'])
      expect((await on.events(documents[0]!)).filter((type) => type === 'adminMoved')).toHaveLength(1)
      const last = (recipient: string, kind: string) =>
        product.database.db.selectFrom('message').select(['document', 'en_content', 'params']).where('recipient', '=', recipient)
          .where('kind', '=', kind).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
      expect(await last('flows', 'interventionConfirmed')).toMatchObject({ document: null,
        en_content: expect.stringMatching(/handled 2 documents/) as string })
      const arrived = await last('chief', 'arrived')
      expect(arrived.en_content).toMatch(/^2 documents wait for you: /)
      expect(JSON.stringify(arrived.params)).not.toContain('actorName')
    })

    it('is declined with one reason, never by its proposer or without the right', async () => {
      const { documents, ids } = await proposedAll(2)
      expect(await decide('dave', ids, { decision: 'decline' })).toMatchObject({ code: 42009, data: { fields: [{ name: 'reason' }] } })
      expect((await decide('wang', ids)).code).toBe(403)
      expect((await decide('flows', ids)).data.map(({ why }) => why?.code)).toEqual(Array(2).fill('approval.confirmOwnProposal'))
      expect((await decide('dave', ids, { decision: 'decline', reason: '明天回来' })).data.map(({ outcome }) => outcome))
        .toEqual(['declined', 'declined'])
      expect(await on.waiting(documents[0]!)).toEqual(['first: head'])
      expect((await list('flows', { list: 'done' })).records.slice(0, 2).map(({ answer }) => answer)).toEqual(['明天回来', '明天回来'])
    })
  })

  const proposeVoid = (id: string, { by = 'voider', ...more }: { by?: string; comment?: string; attachmentList?: string[] } = {}) =>
    product.as(by).post<Answer>('/workflow/abandoned', { procInstId: id, comment: '重复付款', ...more })
  const completed = async (business = {}) => {
    const id = await on.file('paid', business)
    await on.pass(id, 'head', 'chief', 'anna')
    return id
  }

  it.each([['in approval', 1], ['completed', 4]])('is a proposal to void what another person filed, too: %s', async (_, state) => {
    const id = state === 1 ? await on.file('paid') : await completed()
    expect(said(await proposeVoid(id, { comment: ' ' }))).toEqual([42009, '请填写审批意见', 'comment'])
    const file = await product.as('voider').upload('x.pdf', Buffer.from('%PDF-1.4\n%%EOF'))
    expect(said(await proposeVoid(id, { attachmentList: [file] }))).toEqual([42009, '提议不能带附件，请在原因中说明', 'attachmentList'])
    const { data } = await proposeVoid(id)
    expect([data.state, data.proposal?.confirmers.map((person) => person.id)]).toEqual([state, ['carl', 'dave', 'flows']])
    expect(said(await proposeVoid(id))).toEqual([42009, 'voider中已提出同样的提议，待第二人确认'])
    expect((await on.detail(id, 'voider') as unknown as FiledDocument).confirmation?.confirmers.map((person) => person.id)).toEqual(['carl',
      'dave', 'flows'])
    expect(await on.events(id)).not.toContain('voided')
    expect((await list('dave', { action: 'void' })).records.filter(({ document }) => document === id)).toMatchObject([{ action: 'void',
      reason: '重复付款', mayConfirm: true }])
    expect((await settle('dave', 'confirm', data.proposal?.id ?? '')).data).toEqual({ outcome: 'confirmed' })
    const { payload, by } = await product.database.db.selectFrom('document_event').select(['payload', 'by']).where('document', '=', id)
      .where('type', '=', 'voided').executeTakeFirstOrThrow()
    expect([by, payload]).toEqual(['voider', expect.objectContaining({ confirmedBy: 'dave', comment: '重复付款' })])
    const { processRecord } = await on.detail(id, 'wang') as unknown as FiledDocument
    expect(processRecord.flatMap(({ confirmedBy }) => confirmedBy?.id ?? [])).toEqual(['dave'])
    expect((await on.detail(id, 'wang')).state).toBe(5)
  })

  it('voids at once only what its initiator has in approval, and nothing that pays whoever asks', async () => {
    await setRoles('wang', ['oaAdmin'])
    const own = [403, '您是本单据的发起人、申请人或收款人，只能备注，请由其他管理员处理']
    expect(said(await proposeVoid(await completed(), { by: 'wang' }))).toEqual(own)
    const { code, data } = await proposeVoid(await on.file('paid'), { by: 'wang' })
    expect([code, data.state, data.proposal]).toEqual([200, 5, null])
    await setRoles('wang', [])
    for (const id of [await on.file('paid', { payee: 'voider' }), await completed({ payee: 'voider' })])
      expect(said(await proposeVoid(id))).toEqual(own)
    expect((await proposeVoid(await on.file('plain'))).data).toMatchObject({ state: 5, proposal: null })
  })

  it('voids nothing once the document has moved on, or the proposer has lost the right', async () => {
    const moved = await on.file('paid')
    const overtaken = (await proposeVoid(moved)).data.proposal?.id ?? ''
    await on.pass(moved, 'head')
    expect(said(await settle('carl', 'confirm', overtaken))).toEqual([42007, '该提议已失效：单据已流转'])
    const id = await completed()
    const without = (await proposeVoid(id)).data.proposal?.id ?? ''
    await setRoles('voider', [])
    expect((await settle('carl', 'confirm', without)).data).toEqual({ outcome: 'lapsed' })
    await setRoles('voider', ['oaAdmin'])
    expect((await on.detail(id, 'wang')).state).toBe(4)
  })

  it('is confirmed by nobody whose own it is: proposer, initiator, payee, people without the right', async () => {
    await setRoles('erin', ['workflowAdmin'])
    const id = await on.file('paid', { payee: 'erin' })
    const proposal = await proposed(id)
    expect(said(await settle('flows', 'confirm', proposal))).toEqual([403, '这是您本人的提议，须由第二人确认'])
    expect(said(await settle('erin', 'confirm', proposal))).toEqual([403, '您是本单据的发起人、申请人或收款人，请由其他人确认'])
    expect((await settle('head', 'confirm', proposal)).code).toBe(403)
    await setRoles('wang', ['workflowAdmin'])
    expect((await settle('wang', 'decline', proposal, { reason: '不' })).code).toBe(403)
    for (const by of ['flows', 'erin', 'wang']) expect(await listed(by)).not.toContain(proposal)
    for (const by of ['carl', 'dave']) expect(await listed(by)).toContain(proposal)
    expect((await product.as('head').post('/workflow/intervention/page', {})).code).toBe(403)
    await setRoles('wang', [])
    await setRoles('erin', [])
  })

  it('leaves administrators no call but the comment on what they filed, and on what pays them', async () => {
    for (const own of ['initiator', 'payee']) {
      const by = own === 'initiator' ? 'wang' : 'carl'
      await setRoles('wang', own === 'initiator' ? ['workflowAdmin'] : [])
      const file = () => on.file('paid', own === 'payee' ? { payee: 'carl' } : {})
      for (const [call, prepare] of Object.entries(changingCalls).filter(([name]) => name.startsWith('POST /workflow/admin/'))) {
        const { url, body, document } = await prepare({ product, on: { ...on, file } })
        expect([call, own, ...said(await product.as(by).post<ActionAnswer>(url, body))]).toEqual([call, own, 403,
          '您是本单据的发起人、申请人或收款人，只能备注，请由其他管理员处理'])
        const remark = { procInstId: document, comment: '请其他管理员处理' }
        expect((await product.as(by).post('/workflow/wf/processInstance/comment/add', remark)).code).toBe(200)
      }
      const held = await product.as(by).post<{ reason: string }[]>('/workflow/admin/handOver', { from: 'head', to: 'bob', comment: '休假',
        documents: [await file()] })
      expect(held.data.map(({ reason }) => reason)).toEqual(['您是本单据的发起人、申请人或收款人，只能备注，请由其他管理员处理'])
    }
    await setRoles('wang', [])
  })

  it('is refused as it would be without a second person, and proposed once', async () => {
    const id = await on.file('paid')
    expect(said(await propose(id, 'skip', { comment: ' ' }))).toEqual([42009, '请填写审批意见', 'comment'])
    expect(said(await propose(id, 'jump', { targetNodeId: 'nowhere' }))).toEqual([42009, '该节点不支持此操作', 'targetNodeId'])
    await proposed(id)
    expect(said(await propose(id))).toEqual([42009, 'flows中已提出同样的提议，待第二人确认'])
  })

  it('is declined for a reason, or withdrawn by its proposer: nothing is done', async () => {
    const id = await on.file('paid')
    const first = await proposed(id)
    expect(said(await settle('carl', 'decline', first, { reason: ' ' }))).toMatchObject([42009, expect.anything(), 'reason'])
    expect((await settle('carl', 'decline', first, { reason: '请等出纳' })).data).toEqual({ outcome: 'declined' })
    expect(await notified('interventionDeclined', id)).toEqual(['flows'])
    expect(said(await settle('carl', 'confirm', first))).toEqual([42007, '该提议已被驳回'])
    const second = await proposed(id)
    expect((await settle('carl', 'withdraw', second)).code).toBe(404)
    expect((await settle('flows', 'withdraw', second)).data).toEqual({ outcome: 'withdrawn' })
    expect(await on.waiting(id)).toEqual(['first: head'])
    expect((await list('carl', { list: 'done', keyword: '出纳休假' })).records.filter(({ document }) => document === id)
      .map(({ state, answer }) => [state, answer])).toEqual([['withdrawn', null], ['declined', '请等出纳']])
  })

  it('stands in the timeline while it waits and after it was declined, for its proposer and those who may confirm it', async () => {
    const id = await on.file('paid')
    const proposals = async (person: string) =>
      (await on.detail(id, person) as unknown as FiledDocument).proposals.map((
        { action, state, answer, mayWithdraw },
      ) => [action, state, answer, mayWithdraw])
    const first = await proposed(id)
    expect([await proposals('flows'), await proposals('carl'), await proposals('wang')]).toEqual([[['skip', 'waiting', null, true]], [[
      'skip',
      'waiting',
      null,
      false,
    ]], []])
    await settle('carl', 'decline', first, { reason: '请等出纳' })
    const second = await proposed(id)
    expect(await proposals('carl')).toEqual([['skip', 'declined', '请等出纳', false], ['skip', 'waiting', null, false]])
    await settle('carl', 'confirm', second)
    expect(await proposals('carl')).toEqual([['skip', 'declined', '请等出纳', false]])
  })

  it('is listed to its proposer who may not confirm any, and nothing else is', async () => {
    await setRoles('bob', [])
    const list = (query: object) => product.as('bob').post('/workflow/intervention/page', query)
    expect([(await list({ list: 'mine' })).code, (await list({ list: 'waiting' })).code, (await list({})).code]).toEqual([200, 403, 403])
    expect((await product.as('bob').get('/workflow/intervention/count')).data).toEqual({ count: 0 })
  })

  it('lapses when the document moves on, and when the proposer loses the right', async () => {
    const moved = await on.file('paid')
    const overtaken = await proposed(moved)
    await on.pass(moved, 'head')
    expect(said(await settle('carl', 'confirm', overtaken))).toEqual([42007, '该提议已失效：单据已流转'])
    expect(await notified('interventionLapsed', moved)).toEqual(['flows'])
    const id = await on.file('paid')
    const without = await proposed(id)
    await setRoles('flows', [])
    expect((await settle('carl', 'confirm', without)).data).toEqual({ outcome: 'lapsed' })
    await setRoles('flows', ['workflowAdmin'])
    expect(await on.waiting(id)).toEqual(['first: head'])
  })

  it('is confirmed by one of two who come at the same moment', async () => {
    const id = await on.file('paid')
    const proposal = await proposed(id)
    const answers = await Promise.all(['carl', 'dave'].map((by) => settle(by, 'confirm', proposal)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 42007])
    expect(answers.find(({ code }) => code === 42007)?.msg).toBe('该提议已被确认')
    expect((await on.events(id)).filter((type) => type === 'adminMoved')).toEqual(['adminMoved'])
  })

  it('expires after its days', async () => {
    const id = await on.file('paid')
    const proposal = await proposed(id)
    const later = new Date(product.clock.now().getTime() + 7 * 86_400_000)
    await expireInterventions.run({ host: product.composition.host, db: product.database.db, at: later,
      signal: new AbortController().signal })
    expect(said(await settle('carl', 'confirm', proposal))).toEqual([42007, '该提议已过期，可重新提出'])
    expect(await notified('interventionExpired', id)).toEqual(['flows'])
  })

  it('says who could be given the right where nobody may confirm it', async () => {
    await setRoles('carl', [])
    await setRoles('dave', [])
    await setRoles('frank', ['financeStaff'])
    await roles(product.database.db).grant('financeStaff', ['finance:rate:view', formPermissions('paid').view])
    await roles(product.database.db).setScope('financeStaff', '*', { scope: 'all', withSub: true, departments: [] })
    const id = await on.file('paid')
    const { confirmation } = await on.detail(id, 'flows') as unknown as { confirmation: InterventionProposal }
    expect([confirmation.confirmers, confirmation.candidates.map((person) => person.id)]).toEqual([[], ['frank']])
    await proposed(id)
    expect((await list('flows', { list: 'mine' })).records[0]).toMatchObject({ document: id, mayWithdraw: true, mayConfirm: false,
      confirmation: { confirmers: [], candidates: [{ id: 'frank' }] } })
  })
})
