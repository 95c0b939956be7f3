import { sql } from 'kysely'
import type { Db } from '../database/tables.ts'
import { users } from '../identity/organisation/users.ts'
import { parseWorkbook } from '../workbooks/parse.ts'
import { clerkOf } from './read-company.ts'
import type { Request } from './access-case.ts'

/** Who owns what `belongings` plants: an ordinary person of a department that many see. */
export const owner = clerkOf('workshop')
const mark = 'only-theirs'

/** Something of everything that people have of their own, marked so that it is known wherever it turns up. */
export async function belongings(db: Db): Promise<void> {
  await users(db).update(owner, { nickname: mark, email: `${mark}@demo.example` })
  await sql`insert into user_delegate (id, user_id, delegate_id, start_time, end_time, business_types) values ('d', ${owner}, 'judge', '2026-11-01', '2026-12-01', ${[mark]})`.execute(db)
  await sql`insert into user_input_cache (user_id, business_type, content) values (${owner}, 'paper', ${JSON.stringify({ title: mark })})`.execute(db)
  await sql`insert into user_opinion_template (user_id, sort, content) values (${owner}, 0, ${mark})`.execute(db)
  await sql`insert into payee_account (id, owner_type, owner_id, account_name, account_no, bank, proceeds_account_type, currency_type) values ('p', 'user', ${owner}, ${mark}, '6222021234567890', '工行', '2', 'CNY')`.execute(db)
  await sql`insert into import_run (owner, id, importer, file_name, sha256, state, done, total) values (${owner}, 'run', 'x', 'x.xlsx', 'x', 'finished', 4711, 4711)`.execute(db)
  await sql`insert into import_failure (id, owner, file_name, content) values ('failure', ${owner}, 'x.xlsx', ${Buffer.from(mark)})`.execute(db)
  await sql`insert into message_customize (user_id, message_type, in_app, email, chat) values (${owner}, 'CC', false, false, false)`.execute(db)
  await sql`insert into cc (document, person, source, added_at) select id, ${owner}, 'manual', now() from document order by id limit 1`.execute(db)
}

export interface OwnTrial {
  readonly request: Request
  /** Whether an answer is about the owner. */
  readonly isTheirs: (answer: { readonly payload: string; readonly rawPayload: Uint8Array }) => boolean | Promise<boolean>
}

const marked = (...request: Request): OwnTrial => ({ request, isTheirs: ({ payload }) => payload.includes(mark) })

const told = (request: Request, isTheirs: (data: never) => boolean): OwnTrial => ({
  request, isTheirs: ({ payload }) => isTheirs((JSON.parse(payload) as { data: never }).data),
})

/** A list of documents in its four shapes, on which the owner has some and the others none. */
const listed = (list: string): Record<string, OwnTrial> => {
  const url = `/workflow/tasks/${list}`
  const some = ({ total }: { total: number }) => total > 0
  return {
    [`POST ${url}`]: told(['POST', url, {}], some),
    [`POST ${url}/figures`]: told(['POST', `${url}/figures`, {}], some),
    [`POST ${url}/count`]: told(['POST', `${url}/count`, {}], (count: number) => count > 0),
    [`GET ${url}/export`]: { request: ['GET', `${url}/export`], isTheirs: async ({ rawPayload }) => (await parseWorkbook(new Uint8Array(rawPayload))).rows.length > 1 },
  }
}

/** How each call of one's own is tried. The lists of tasks and messages, whose owner decides, are tried beside these. */
export const ownTrials: Readonly<Record<string, OwnTrial>> = {
  ...listed('myApply'), ...listed('myGotIt'),
  'GET /system/delegation/list': marked('GET', '/system/delegation/list'),
  'GET /system/profile': marked('GET', '/system/profile'),
  'GET /system/user/currentUser': marked('GET', '/system/user/currentUser'),
  'GET /idp/realms/oa/account': marked('GET', '/idp/realms/oa/account'),
  'GET /idp/realms/oa/protocol/openid-connect/userinfo': marked('GET', '/idp/realms/oa/protocol/openid-connect/userinfo'),
  'POST /idp/realms/oa/protocol/openid-connect/userinfo': marked('POST', '/idp/realms/oa/protocol/openid-connect/userinfo'),
  'GET /oaserver/user-input-cache': marked('GET', '/oaserver/user-input-cache?businessType=paper'),
  'GET /system/opinions': marked('GET', '/system/opinions'),
  'GET /oaserver/payeeAccount/list': marked('GET', '/oaserver/payeeAccount/list'),
  'GET /public/importFailure/:id': marked('GET', '/public/importFailure/failure'),
  'GET /public/importProgress/:id': { request: ['GET', '/public/importProgress/run'], isTheirs: ({ payload }) => payload.includes('4711') },
  'GET /oaserver/messageCustomize/queryByUserId': told(['GET', '/oaserver/messageCustomize/queryByUserId'], (kinds: readonly { messageType: string; inApp: boolean }[]) => kinds.some(({ messageType, inApp }) => messageType === 'CC' && !inApp)),
  'GET /workflow/queryStartFormAuthority': { request: ['GET', '/workflow/queryStartFormAuthority?businessType=paper'], isTheirs: ({ payload }) => payload.includes('"departments":["workshop"]') },
  'GET /workflow/tasks/counts': told(['GET', '/workflow/tasks/counts'], (counts: object) => Object.values(counts).some((count) => Number(count) > 0)),
  // A clerk may only file: whoever sees more than that in these sees what is not theirs.
  'GET /system/permissions/mine': told(['GET', '/system/permissions/mine'], ({ permissions }: { permissions: readonly string[] }) => permissions.join(' ') === 'form:paper:add'),
  'GET /system/menus/current': { request: ['GET', '/system/menus/current'], isTheirs: ({ payload }) => !payload.includes('/system/user') },
  'GET /budgetservice/permission/mine': told(['GET', '/budgetservice/permission/mine'], ({ canEdit }: { canEdit: boolean }) => !canEdit),
  'GET /budgetservice/offlineReimbursement/permission': told(['GET', '/budgetservice/offlineReimbursement/permission'], ({ canEdit }: { canEdit: boolean }) => !canEdit),
}

/** Tried where their owners act: sockets and tickets in `server/live`, the tasks and messages of whoever decides beside these. */
export const triedElsewhere: readonly string[] = [
  'POST /ws/ticket', 'GET /ws/message', 'GET /system/menus/closed', 'GET /oaserver/messages/count', 'POST /oaserver/messages/page',
  ...['todoList', 'doneList'].flatMap((list) => [`POST /workflow/tasks/${list}`, `POST /workflow/tasks/${list}/figures`, `POST /workflow/tasks/${list}/count`, `GET /workflow/tasks/${list}/export`]),
]
