import { nowOf, todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import type { Workplace } from '#server/plugin.ts'
import { markHandled } from '#server/postings/writing.ts'
import { leasePostings, recordOutcome, sentLine } from '#server/postings/worker.ts'
import { saveCards } from '#plugins/cards/server/public-api.ts'
import '#plugins/masters/server/public-api.ts'
import { accessStories } from './access/stories.ts'
import { changeStories } from './changes/stories.ts'
import { claimStories } from './claims/stories.ts'
import { contractStories } from './contracts/stories.ts'
import { generalStories } from './general/stories.ts'
import { saveBudgetUse } from './masters/budgets.ts'
import { hasModule, partsOf } from './modules.ts'
import { paymentStories } from './payments/stories.ts'
import { planningStories } from './planning/stories.ts'
import { assetStories, patentStories, reviewStories } from './research/stories.ts'
import { packingStories, salesStories } from './sales/stories.ts'
import { startGateway } from './sap/gateway.ts'
import { sourcingStories } from './sourcing/stories.ts'
import { readMost, saveDrafts, talkedAbout } from './stories/background-activity.ts'
import { asPerson, before, type Stage } from './stories/stage.ts'
import { fileStories, type Story } from './stories/story.ts'
import { travelStories } from './travel/stories.ts'
import { personId } from './company/save-company.ts'
import { filesOf } from './stories/files.ts'
import { keptCards } from './cards/collected-cards.ts'
import { cells } from './general/cells.ts'
import { setManner } from './sap/answer.ts'
import { openItems } from './sap/masters.ts'
import { claimed, entertainments, procurements, serviceFees } from './applications/entertainment.ts'

/** `days ago | final state | node where it stops | vendor | items | reason` */
const payments = `
26 | completed | | V200001 | 1 | 连接器货款
14 | completed | | V200003 | 2 | 注塑件货款
5 | running | cashier | V200005 | 1 | 物流费
2 | running | accountantReview | V200007 | 1 | 芯片货款
`

/** Payments through SAP of the simulated SAP's open items; two are paid. */
async function sapStories(db: Db, anchor: Date): Promise<readonly Story[]> {
  const stories: Story[] = []
  for (const line of payments.trim().split('\n')) {
    const [ago, ends, waitsAt, code, count, reason] = cells(line, 6)
    const supplier = await db.selectFrom('supplier').select(['id', 'name_cn']).where('code', '=', code).executeTakeFirstOrThrow()
    const items = (await openItems(db, { code, company: '1000', today: todayOf(anchor) })).slice(0, Number(count))
    const first = items.map(({ dueDate }) => dueDate).toSorted()[0] ?? ''
    const at = before(anchor, Number(ago))
    // payment takes place some days after filing
    const day = todayOf(new Date(at.getTime() + 10 * 86_400_000))
    stories.push({
      type: 'sapPayment',
      by: 'buyer',
      at,
      ends: ends as Story['ends'],
      ...(waitsAt !== '' && { waitsAt }),
      say: { financeManager: { fill: () => ({ houseBank: 'CCB01' }) } },
      value: () => ({
        title: `${reason}付款`,
        applicantDept: 'sz-purchase',
        sapPayKind: '2',
        sapCompanyCode: '1000',
        supplier: supplier.id,
        currencyType: 'CNY',
        purchaseGroup: 'P01',
        payMethod: '1',
        paymentReason: reason,
        planPayDate: first > day ? first : day,
        proceedsType: '1',
        payeeLines: [{ proceedsName: supplier.name_cn, proceedsAccount: '32050177543600001234', proceedsAccountType: '1',
          bankName: '中国建设银行', bankBranchNo: '105305060018' }],
        items: items.map(({ documentNo, fiscalYear, line: lineNo, reference, postingDate, dueDate, amount, openAmount }) => ({
          rowId: `${documentNo}-${fiscalYear}-${lineNo}`,
          sapDocNo: documentNo,
          fiscalYear,
          lineNo,
          reference,
          postingDate,
          dueDate,
          subtotal: amount,
          openAmount,
          itemText: reason,
        })),
      }),
    })
  }
  return stories
}

/** Vendor that is locked in SAP when the demo company starts, and for how many minutes. */
const lockedVendor = 'V200010'
const lockedFor = 180

/** Delay between decision and posting in ms. */
const wait = 40_000

/** Sends the postings of the seeded documents, each once, dated shortly after its decision. */
async function sendSeededPostings(stage: Stage): Promise<void> {
  const { host, db, anchor } = stage
  // seeded postings are not sent to a real SAP
  if (host.env.sap || host.env.sapSystem)
    return void (await db.updateTable('posting').set({ state: 'handled' }).where('state', '=', 'waiting').execute())
  await setManner(db, { manner: 'locked', about: lockedVendor, minutes: lockedFor }, anchor)
  const sent = new Set<string>()
  for (let leased = await leaseNew(db, sent, anchor); leased.length > 0; leased = await leaseNew(db, sent, anchor)) {
    for (const line of leased) {
      sent.add(line.id)
      const { created_at: decided } = await db.selectFrom('posting').select('created_at').where('id', '=', line.id)
        .executeTakeFirstOrThrow()
      const at = new Date(Math.min(decided.getTime() + wait, Math.max(decided.getTime(), anchor.getTime())))
      const outcome = (await host.postingCalls.get(line.call)?.send({ env: host.env, db, at }, await sentLine(db, line))) ??
        { outcome: 'unknown' as const }
      await recordOutcome({ ...host, db, clock: { now: () => at } }, db, { leased: line, outcome })
    }
  }
  await handleOld(stage)
}

/** Marks old refusals as handled manually, hours later. */
async function handleOld({ host, db, anchor }: Pick<Stage, 'host' | 'db' | 'anchor'>): Promise<void> {
  const old = await db.selectFrom('posting').select(['id', 'last_at']).where('state', '=', 'refused').where('created_at', '<',
    new Date(anchor.getTime() - 30 * 86_400_000))
    .execute()
  for (const { id, last_at: at } of old)
    await markHandled(host, db, { id, number: null, reason: '已在SAP扩展采购组织并手工建立信息记录', person: personId('it'),
      at: new Date((at ?? anchor).getTime() + 3 * 3_600_000) })
}

/** Leases due postings that were not sent yet; those that fail are left to the product's retries. */
async function leaseNew(db: Db, sent: ReadonlySet<string>, at: Date) {
  const due = await db.selectFrom('posting').select('id').where('state', '=', 'waiting').where('attempts', '=', 0).orderBy('id').limit(1)
    .executeTakeFirst()
  if (!due || sent.has(due.id)) return []
  return leasePostings(db, { at })
}

/** `initiator | department | days ago | final state | node where it stops` */
const borrowings = `
employee | sz-hardware | 70 | completed |
quality | sz-quality | 40 | completed |
employee | sz-hardware | 10 | running | giveBack
songtao | sz-hardware | 8 | running | giveBack
quality | sz-quality | 5 | running | giveBack
employee | sz-hardware | 1 | running | handOut
`

/** Book loans, some of them returned. */
async function borrowingStories(db: Db, anchor: Date): Promise<readonly Story[]> {
  const lines = borrowings.trim().split('\n')
  const free = await db.selectFrom('book').select('id').where('book_status', '=', '1').orderBy('book_no', 'desc').limit(lines.length)
    .execute()
  return lines.map((line, index): Story => {
    const [by, department, ago, ends, waitsAt] = cells(line, 5)
    const from = before(anchor, Number(ago))
    const due = nowOf(new Date(from.getTime() + 28 * 86_400_000))
    return {
      type: 'bookBorrow',
      by,
      at: from,
      ends: ends as Story['ends'],
      ...(waitsAt !== '' && { waitsAt }),
      value: () => ({ applicantDept: department, books: [{ rowId: 'b1', bookNo: free[index]?.id ?? null }], borrower: `u-${by}`,
        borrowTime: nowOf(from), plannedReturnTime: due, reason: '工作参考' }),
      say: {
        handOut: { comment: `【计划归还时间：${due.slice(0, 16)}】已借出` },
        giveBack: { notBefore: new Date(from.getTime() + 18 * 86_400_000),
          fill: (_, at) => ({ returnTime: nowOf(at), bookCondition: '1' }) },
      },
    }
  })
}

/** Requested new books, completed and shelved without a review by the librarian. */
async function addedBookStories(db: Db, anchor: Date): Promise<readonly Story[]> {
  const shelves = await db.selectFrom('book_location').select('id').where('del_flag', '=', 0).orderBy('code').limit(2).execute()
  const books = [
    { by: 'quality', applicantDept: 'sz-quality', ago: 55, bookNo: 'T9001', bookName: '统计过程控制实战', bookCategory: '3',
      bookSource: '2', donor: 'u-quality', author: '赵文博', publisher: '机械工业出版社', isbn: '9787111213826', price: '88.00',
      quantity: 2, summary: '从控制图到过程能力，以电子装配线的数据讲解如何发现异常、判定原因并确认改善有效。' },
    { by: 'employee', applicantDept: 'sz-hardware', ago: 20, bookNo: 'T9003', bookName: '高速电路设计与信号完整性', bookCategory: '1',
      bookSource: '1', author: '陈志强', publisher: '电子工业出版社', isbn: '9787121346620', price: '128.00', quantity: 1,
      summary: '面向硬件工程师，说明叠层、阻抗、串扰与电源完整性的设计与仿真方法。' },
  ]
  return books.map(({ by, ago, ...book }, index): Story => ({ type: 'bookAdd', by, at: before(anchor, ago), ends: 'completed',
    value: () => ({ ...book, bookType: '1', location: shelves[index]?.id ?? null }) })
  )
}

/** People with an own card; names and numbers as in the address book. */
const own = [
  ['sales', '程浩', 'Hao Cheng', '销售部', '销售总监', '13800001033'],
  ['buyer', '冯伟', 'Wei Feng', '采购部', '采购经理', '13800001031'],
  ['employee', '王伟', 'Wei Wang', '硬件部', '硬件工程师', '13800001018'],
] as const

/** Cards with a picture. */
const pictured: ReadonlySet<string> = new Set(['周敏', '华强', '严明'])

/** Saves collected cards, three of which failed to synchronise with the chat app, and three own cards. */
async function saveBusinessCards(stage: Stage): Promise<void> {
  const { db, anchor } = stage
  const at = before(anchor, 12, 15)
  const rows = []
  for (const { owner, id, name, nameEn, state, ...attributes } of keptCards) {
    const files = filesOf(stage, asPerson(stage, owner, { type: 'businessCard', at }), 'businessCard')
    const value = { ...attributes, nameCn: name, nameEn, cardType: 'contact',
      images: pictured.has(name) ? [await files(`${name}名片.png`)] : [] }
    rows.push({ owner: personId(owner), value, ...(state !== 'kept' && { outer: { id, isFailed: state === 'failed' } }) })
  }
  const owned = own.map(([owner, nameCn, nameEn, department, position, mobile]) => ({
    owner: personId(owner),
    value: { cardType: 'personal', nameCn, nameEn, company: '苏州宏岳电子有限公司', companyEn: 'Suzhou Hongyue Electronics', department,
      position, mobile, email: `${owner}@demo.example`, cardGroup: 'other', share: 'all' },
  }))
  await saveCards(db, [...rows, ...owned], at)
}

/**
 * Creates a year of demo data up to the host's current time: documents with their effects, read states, drafts, cards and budget use.
 * `choose` lets tests select some of the documents.
 */
export async function liveThrough(workplace: Workplace, db: Db,
  choose = (stories: readonly Story[]): readonly Story[] => stories): Promise<void> {
  const anchor = workplace.host.clock.now()
  const stage: Stage = { ...workplace, db, anchor }
  // during the seed, the simulated SAP reads within this uncommitted transaction
  const close = await startGateway({ ...workplace.host, db, clock: { now: () => anchor } })
  await storiesOf(stage).then((stories) => fileStories(stage, choose(talkedAbout(stories)))).then(() => sendSeededPostings(stage))
    .finally(close)
  await readMost(db, anchor)
  await saveDrafts(db, anchor)
  if (hasModule(workplace.host, 'cards')) await saveBusinessCards(stage)
  await saveBudgetUse(db, anchor)
}

interface StoryGroup {
  /** Id of the module that owns the documents; skipped if it is not installed. */
  readonly of: string
  stories(db: Db, anchor: Date): readonly Story[] | Promise<readonly Story[]>
}

/** Expense applications over a year with their claims. */
export async function applicationStories(db: Db, anchor: Date): Promise<readonly Story[]> {
  const supplier = await db.selectFrom('supplier').select('id').where('enable', '=', true).orderBy('id').executeTakeFirstOrThrow()
  return [...entertainments(anchor), ...serviceFees(anchor, supplier.id), ...procurements(anchor, supplier.id), ...claimed(anchor)]
}

/** Stories by group of forms. */
const groups: readonly StoryGroup[] = [
  { of: 'expenses', stories: (_, anchor) => claimStories(anchor) },
  { of: 'payments', stories: paymentStories },
  { of: 'expenses', stories: applicationStories },
  { of: 'travel', stories: (_, anchor) => travelStories(anchor) },
  { of: 'contracts', stories: contractStories },
  { of: 'proposals', stories: (_, anchor) => generalStories(anchor) },
  { of: 'library', stories: borrowingStories },
  { of: 'library', stories: addedBookStories },
  { of: 'assets', stories: (_, anchor) => assetStories(anchor) },
  { of: 'research', stories: reviewStories },
  { of: 'research', stories: patentStories },
  { of: 'procurement', stories: sourcingStories },
  { of: 'sales', stories: salesStories },
  { of: 'production', stories: packingStories },
  { of: 'production', stories: planningStories },
  { of: 'change-control', stories: changeStories },
  { of: 'it-access', stories: accessStories },
]

async function storiesOf({ db, anchor, host }: Stage): Promise<readonly Story[]> {
  const stories: Story[] = []
  // no invented payments are sent to a real SAP
  const throughSap = host.env.sap ? [] : await sapStories(db, anchor)
  for (const group of partsOf(host, groups)) stories.push(...(await group.stories(db, anchor)))
  return [...stories, ...throughSap]
}
