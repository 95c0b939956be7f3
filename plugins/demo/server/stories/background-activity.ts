import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { drafts } from '#server/identity/personal/drafts.ts'
import { personId } from '../company/person-id.ts'
import type { DemoSamples } from '../extension-points.ts'
import { before } from './stage.ts'
import { commented, remarked, type StoryMove } from './moves.ts'
import type { DemoStory } from './story.ts'

/** Drafts of several people. */
export async function saveDrafts(db: Db, anchor: Date, samples: readonly DemoSamples[]): Promise<void> {
  for (const { by, type, title, daysAgo, value } of samples.flatMap(({ drafts: unfinished = [] }) => unfinished)) {
    const at = before(anchor, daysAgo, 16)
    await drafts(db, personId(by)).save({ businessType: type, title, content: value(at) }, at)
  }
}

/** Share of a person's newest messages that stay unread. */
const newest = 0.42

/**
 * Marks most messages as read: those followed by an action of the recipient, and all but the newest of the others. Copies and tasks of read
 * messages become read too.
 */
export async function readMost(db: Db, anchor: Date): Promise<void> {
  await sql`
    with handled as (
      select message.id, min(event.at) as at
      from message join document_event event on event.document = message.document and event.by = message.recipient
        and event.seq > message.seq
      group by message.id
    ), ranked as (
      select message.id, handled.at,
        row_number() over (partition by recipient, handled.at is null order by message.created_at desc, message.id desc) as place,
        count(*) over (partition by recipient) as total
      from message left join handled on handled.id = message.id
    )
    update message set read_at = coalesce(ranked.at,
      least(${anchor}::timestamptz, message.created_at + make_interval(hours => 1 + (message.id % 30)::int)))
    from ranked where ranked.id = message.id and (ranked.at is not null or ranked.place > ranked.total * ${newest}::numeric)`.execute(db)
  await sql`
    update cc set read_at = message.read_at from message
    where message.document = cc.document and message.recipient = cc.person and message.kind = 'copied' and message.read_at is not null`
    .execute(db)
  await sql`
    update task set read = true
    where not exists (select 1 from message where message.document = task.document and message.recipient = task.assignee
      and message.read_at is null)`
    .execute(db)
}

const remarks = [
  '原件请在月底前交到财务',
  '下次请提前一周提交',
  '款项已安排，请留意到账',
  '资料已归档',
  '与上次口径一致，没有问题',
  'Please keep the originals for the audit',
  '实际金额以发票为准',
  '请把结果同步给相关同事',
] as const

const questions: readonly (readonly [comment: string, mentioned: string])[] = [
  ['附件已补充，请再看一下', 'accountant'],
  ['这一笔能否并入下月计划？', 'finance'],
  ['进展已在周会上说明', 'head'],
  ['请协助确认收货时间', 'buyer'],
  ['设备清单已发到邮箱', 'it'],
  ['供应商资料见附件', 'quality'],
  ['The schedule has been confirmed with the customer', 'vp'],
  ['样机在三楼实验室', 'employee'],
  ['客户反馈已整理', 'sales'],
]

/** Adds comments to about every seventh document that has no other actions. */
export const talkedAbout = (stories: readonly DemoStory[]): readonly DemoStory[] =>
  stories.map((story, index) => (index % 7 === 3 && story.moves === undefined ? { ...story, moves: commentMoves(story, index) } : story))

/** A comment of the last approver to the initiator, or of the initiator to a colleague. */
function commentMoves({ by, ends }: DemoStory, index: number): readonly StoryMove[] {
  const [comment, mentioned] = questions[index % questions.length]!
  const question = commented(by, comment, [mentioned])
  return ends === 'completed' && index % 2 === 1 ? [remarked(remarks[index % remarks.length]!)] : [question]
}
