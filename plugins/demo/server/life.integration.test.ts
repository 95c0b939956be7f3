import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '#server/database/transaction.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { liveThrough } from './life.ts'
import { demoProduct, samples, today } from './testing.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
  const { composition, database } = product
  await transaction(database.db, (db) => liveThrough(composition, db, samples))
}, 600_000)
afterAll(() => product?.close())

const rowsOf = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(product.database.db)).rows

/** In approval, refused, completed, voided, revoked. */
const states: Readonly<Record<string, readonly [number, number, number, number, number]>> = {
  materialRequisition: [2, 0, 2, 0, 0],
  salesForecastingMonthStart: [0, 0, 1, 0, 0],
  sapPurchaseRequisition: [1, 0, 0, 0, 0],
  salesOverflowReview: [1, 0, 0, 0, 0],
  materialManagement: [1, 0, 0, 0, 0],
  reserveTurnPreSap: [1, 0, 0, 0, 0],
  moqApproveSap: [0, 0, 1, 0, 0],
  pmcManualSap: [1, 0, 0, 0, 0],
  negativeRecordSap: [0, 0, 1, 0, 0],
  expenseReimbursement: [12, 4, 38, 2, 4],
  travelReimbursement: [6, 2, 23, 1, 2],
  businessTrip: [6, 2, 31, 1, 2],
  ecnApply: [1, 0, 1, 0, 0],
  ecnChange: [1, 0, 0, 0, 0],
  fiveMChange: [1, 0, 1, 0, 0],
  ecnBaseline: [0, 0, 1, 0, 0],
  ecnReviewForm: [1, 0, 0, 0, 0],
  entertainmentApply: [4, 2, 18, 1, 1],
  taxiApply: [1, 1, 12, 0, 0],
  dispatchCar: [2, 0, 4, 1, 1],
  serviceFeeApply: [2, 1, 7, 0, 0],
  costBasedProcurement: [2, 0, 8, 1, 1],
  disbursement: [3, 1, 12, 1, 1],
  contractApproval: [3, 1, 7, 1, 1],
  salesContractApproval: [0, 0, 2, 0, 0],
  purchaseContract: [0, 0, 3, 0, 0],
  assetsAcceptance: [1, 0, 1, 0, 0],
  devReviewSheet: [1, 0, 3, 0, 0],
  patentApplication: [1, 0, 1, 0, 0],
  sapPayment: [2, 0, 2, 0, 0],
  proposalApply: [5, 1, 9, 1, 0],
  oaChange: [1, 0, 1, 0, 0],
  qualityClaim: [1, 0, 2, 0, 0],
  universalApproval: [2, 1, 3, 1, 1],
  rapidProject: [1, 0, 1, 0, 0],
  bookBorrow: [4, 0, 2, 0, 0],
  bookAdd: [0, 0, 2, 0, 0],
  newSuppliers: [1, 0, 2, 0, 0],
  sampleReview: [1, 0, 1, 0, 0],
  salesPriceEntry: [1, 0, 2, 0, 0],
  packingApply: [0, 0, 1, 0, 0],
  vpnApply: [1, 0, 2, 0, 0],
  nvrAdartApply: [1, 0, 1, 0, 0],
  sapPermissionApplication: [1, 0, 1, 0, 0],
  purchasePrice: [1, 0, 5, 0, 0],
}

describe('the documents of the demo company', () => {
  it('stand in every state', async () => {
    const rows = await rowsOf(sql<{ type: string; counts: number[] }>`
      select type, array[count(*) filter (where state = 'inApproval'), count(*) filter (where state = 'refused'),
        count(*) filter (where state = 'completed'), count(*) filter (where state = 'voided'),
        count(*) filter (where state = 'revoked')]::int[] as counts
      from document group by type`)
    expect(Object.fromEntries(rows.map(({ type, counts }) => [type, counts]))).toEqual(states)
  })

  it('wait for somebody exactly while they are in approval', async () => {
    expect(await rowsOf(sql`
      select number from document where (state = 'inApproval') is distinct from exists (select from task where task.document = document.id
        and task.state = 'running')`))
      .toEqual(
        [],
      )
  })

  it('agree with their histories, links, ledger and counts', () => product.audit())

  it('occupy no budget below nothing', async () => {
    expect(await rowsOf(sql`
      select department_id, expense_category_id, year, month from budget_entry where kind in ('occupy', 'release') group by 1, 2, 3, 4
      having sum(amount * direction) < 0`))
      .toEqual([])
  })

  it('happened before the present, while their people were there', async () => {
    expect(await rowsOf(sql`select number from document where updated_at > ${today} or started_at > ended_at`)).toEqual([])
    expect(await rowsOf(sql`select number from document_event join document on document.id = document where at > ${today}`)).toEqual([])
    expect(await rowsOf(sql`select number from document join sys_user on sys_user.id = starter where started_at < joining_date`)).toEqual(
      [],
    )
  })

  it('of the engineer stand in every state, and one trip of theirs waits for its claim', async () => {
    const { db } = product.database
    const rows = await db.selectFrom('document').select('state').distinct().where('starter', '=', 'u-employee').orderBy('state').execute()
    expect(rows.map(({ state }) => state)).toEqual(['completed', 'inApproval', 'refused', 'revoked', 'voided'])
    const trips = await db.selectFrom('document').select('id').where('type', '=', 'businessTrip').where('starter', '=', 'u-employee').where(
      'state',
      '=',
      'completed',
    ).execute()
    const answers = await Promise.all(trips.map(({ id }) => product.as('employee').get<{ ok: boolean }>(`/workflow/canReimburse/${id}`)))
    expect(answers.filter(({ code, data }) => code === 200 && data.ok)).not.toHaveLength(0)
  })

  it('hand over: advances are written off in part, in full, and not at all', async () => {
    const { data } = await product.as('admin').post<{ records: { procInstId: string; title: string }[] }>('/oaserver/disbursement/page', {
      size: 50,
    })
    const openOf = async (title: string) => {
      const found = data.records.find((record) => record.title === title)
      return (await product.as('admin').get<{ business: { openBalance: string } }>(
        `/oaserver/disbursement/detail?procInstId=${found?.procInstId}`,
      )).data.business.openBalance
    }
    expect([await openOf('展会备用金'), await openOf('部门备用金'), await openOf('测试设备押汇')]).toEqual(['1800.00', '0.00', '2600.00'])
  })

  it('were posted to SAP where they came so far', async () => {
    const { db } = product.database
    const rows = await db.selectFrom('document').select(['state', 'value', 'current_nodes']).where('type', '=', 'sapPayment').orderBy(
      'number',
    ).execute()
    expect(rows.map(({ state, value, current_nodes: nodes }) => [state, Boolean(value['sapPostNo']), nodes.map(({ id }) => id).join()]))
      .toEqual([
        ['completed', true, ''],
        ['completed', true, ''],
        ['inApproval', true, 'cashier'],
        ['inApproval', false, 'accountantReview'],
      ])
    expect(await db.selectFrom('demo_sap_payment').select('key').execute()).toHaveLength(3)
  })
})

describe('what can be shown with them', () => {
  it.each([
    ['a node where all must pass',
      sql`select from document where state = 'inApproval' and (select count(*) from task where task.document = document.id
        and state = 'running' and node = 'techReview') = 2`],
    ['a countersignature in sequence', sql`select from task where state = 'running' and node = 'addApprover' and assignee = 'u-xulei'`],
    ['a countersignature of either one', sql`select from task where state = 'running' and node = 'deptHead' and assignee = 'u-it'`],
    ['a task that was handed on',
      sql`select from task join document_event event using (document) where task.state = 'running' and task.assignee = 'u-head'
        and event.type = 'transferred'`],
    ['a return to the initiator', sql`select from task where state = 'running' and node = 'start' and assignee = 'u-employee'`],
    ['a return to a node in the middle',
      sql`select from task join document_event event using (document) where task.state = 'running' and task.node = 'accountantReview'
        and event.type = 'returned'`],
    ['two reminders', sql`select from document where state = 'inApproval' and urged = 2`],
    ['three days overdue', sql`select from task where state = 'running' and due_at < ${today}::timestamptz - interval '3 days'`],
    ['an explanation that is owed', sql`select from task where state = 'running' and node = 'overBudgetApprover'`],
    ['a comment that has to say a time', sql`select from task where state = 'running' and node = 'procurementHandle'`],
    ['a node that passed by itself', sql`select from document_event where type = 'autoPassed'`],
    ['an initiator replaced by whoever is above them',
      sql`select from task join document on document.id = task.document where document.starter = 'u-sales' and task.node = 'deptHead'
        and task.assignee = 'u-qianhong'`],
    ['files added and taken out again', sql`select from document_event where type = 'attachmentRemoved'`],
    ['copies that some have read', sql`select from cc group by document having count(read_at) > 0 and count(read_at) < count(*)`],
    ['a row off budget', sql`select from document where state = 'completed' and value @? '$.items[*] ? (@.offBudgetStatus == "1")'`],
    ['five foreign currencies',
      sql`select from document where type = 'expenseReimbursement' having count(distinct value ->> 'currencyType') = 6`],
    ['drafts of four people', sql`select from user_input_cache having count(distinct user_id) = 4`],
  ])('%s', async (_, query) => {
    expect((await query.execute(product.database.db)).rows).not.toHaveLength(0)
  })

  it.each([['head', 9], ['gm', 6], ['accountant', 14], ['finance', 5]])('%s has %i to do', async (userName, count) => {
    expect(
      await product.database.db.selectFrom('task').select('id').where('assignee', '=', `u-${userName}`).where('state', '=', 'running')
        .execute(),
    ).toHaveLength(count)
  })

  it('small files of five kinds, whose bytes are there', async () => {
    const files = await product.database.db.selectFrom('attachment').select(['id', 'file_type', 'size']).execute()
    expect(files.length).toBeGreaterThan(170)
    expect(new Set(files.map(({ file_type: type }) => type))).toEqual(new Set(['pdf', 'png', 'xlsx', 'docx', 'zip']))
    const { app } = product
    const answer = await app.inject({ method: 'GET', url: `/oaserver/attachment/download?id=${files[0]?.id}`,
      headers: { authorization: await product.as('admin').bearer() } })
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, Number(files[0]?.size)])
  })
})

describe('the messages of the demo company', () => {
  it('are of all five types, and somewhat less than a third of them unread', async () => {
    const [row] = await rowsOf(
      sql<
        { types: number; share: number }
      >`select count(distinct type)::int as types, (count(*) filter (where read_at is null))::float / count(*) as share from message`,
    )
    expect(row?.types).toBe(5)
    expect(row?.share).toBeGreaterThan(0.25)
    expect(row?.share).toBeLessThan(0.35)
  })

  it.each(['employee', 'head', 'accountant', 'gm', 'finance'])('are counted for %s as they are listed', async (userName) => {
    const person = product.as(userName)
    const listed = async (types: readonly string[]) =>
      (await person.post<{ total: number }>('/oaserver/messages/page', { messageType: types, read: false })).data.total
    const { data: counts } = await person.get<Readonly<Record<string, number>>>('/oaserver/messages/count')
    const todo = (await person.post<{ total: number }>('/workflow/tasks/todoList', {})).data.total
    expect(counts).toMatchObject({ todo, approve: await listed(['APPROVE', 'JOURNEY']), cc: await listed(['CC']),
      comment: await listed(['COMMENT']), commentAt: await listed(['COMMENT_AT']) })
  })
})
