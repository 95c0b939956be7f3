import { sql } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { type FormValue, textAt } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { newId } from '#server/identity/id.ts'
import './tables.ts'

/** Opens, extends, changes and closes VPN accounts in the register when a document completes. */
export const vpnAccounts: DocumentExtension = {
  concerns: ['vpnApply'],

  async prepare(step) {
    const { value, directory } = step
    const sponsor = directory.person(textAt(value, 'guarantor') ?? '')
    return { sponsorDept: sponsor?.departments[0] ?? value['applicantDept'], ...(await ownContact(step)) }
  },

  async check(step) {
    const account = textAt(step.value, 'accountName')
    if (step.node === 'itAdmin') return account === undefined ? [] : freeFor(step, account)
    if (step.node !== 'start') return []
    return step.value['action'] === 'open' ? alreadyOpen(step) : account === undefined ? [] : known(step, account)
  },

  onCompleted: keep,

  async onReleased({ db, document, value, actor, at }, _, wasCompleted) {
    if (wasCompleted && value['action'] === 'open')
      await close(db, { by: actor.id, at }).where('opening_key', '=', document.id).execute()
  },
}

/** Fills in the applicant's own telephone and mail address when they apply for themselves. */
async function ownContact({ db, value, document, node }: DocumentStep): Promise<FormValue> {
  const missing = contacts.filter((key) => textAt(value, key) === undefined)
  if (node !== 'start' || value['person'] !== document.starter || missing.length === 0) return {}
  const own = await db.selectFrom('sys_user').select(contacts).where('id', '=', document.starter).executeTakeFirst()
  return Object.fromEntries(missing.flatMap((key) => (own?.[key] ? [[key, own[key]]] : [])))
}

const contacts = ['phone', 'email'] as const

/** Problem where the person, or the external person of the same company, has an active account. */
async function alreadyOpen({ db, value }: DocumentStep): Promise<FieldProblem[]> {
  const person = textAt(value, 'person')
  const isInternal = person !== undefined && ['employee', 'intern'].includes(String(value['userType']))
  const [name, company] = [textAt(value, 'externalName'), textAt(value, 'externalCompany')]
  if (!isInternal && (name === undefined || company === undefined)) return []
  const held = await db.selectFrom('vpn_account').select('account_name').where('del_flag', '=', 0).where('state', '=', 'active')
    .where((
      row,
    ) => (isInternal
      ? row('person_id', '=', person)
      : row.and([row('external_name', '=', name ?? null), row('external_company', '=', company ?? null)]))
    )
    .executeTakeFirst()
  return held ? [{ field: isInternal ? 'person' : 'externalName', code: 'itAccess.hasAccount' }] : []
}

/** Problem where the account does not exist or is closed; an expired one can still be extended. */
async function known({ db }: DocumentStep, account: string): Promise<FieldProblem[]> {
  const found = await db.selectFrom('vpn_account').select('id').where(sql`lower(account_name)`, '=', account.toLowerCase()).where(
    'del_flag',
    '=',
    0,
  ).where('state', '<>', 'closed')
    .executeTakeFirst()
  return found ? [] : [{ field: 'accountName', code: 'itAccess.unknownAccount' }]
}

/** Problem where an account that is not closed has the same name. */
async function freeFor(step: DocumentStep, account: string): Promise<FieldProblem[]> {
  if (step.value['action'] !== 'open') return []
  const taken = await step.db.selectFrom('vpn_account').select('business_no').where(sql`lower(account_name)`, '=', account.toLowerCase())
    .where('del_flag', '=', 0).where('state', '<>', 'closed').executeTakeFirst()
  return taken ? [{ field: 'accountName', code: 'itAccess.accountTaken', parameters: { no: taken.business_no ?? '' } }] : []
}

/** Applies a completed document to the register. */
async function keep(step: DocumentStep): Promise<void> {
  const { value } = step
  const account = textAt(value, 'accountName') ?? ''
  if (value['action'] === 'open') return open(step, account)
  const { db, document, actor, at } = step
  const [, until] = daysOf(value)
  const change = {
    extend: { valid_to: until, state: 'active' as const },
    change: { resources: resourcesOf(value) },
    close: { state: 'closed' as const },
  }[String(value['action'])]
  await db.updateTable('vpn_account').set({ ...change, business_key: document.id, business_no: document.number ?? null, update_by: actor.id,
    update_time: at, version: sql`version + 1` })
    .where(sql`lower(account_name)`, '=', account.toLowerCase()).where('del_flag', '=', 0).where('state', '<>', 'closed').execute()
}

async function open({ db, document, value, actor, at }: DocumentStep, account: string): Promise<void> {
  const [from, until] = daysOf(value)
  await db.insertInto('vpn_account').values({
    id: newId(),
    account_name: account,
    user_type: String(value['userType']),
    ...holderOf(value),
    department_id: String(value['sponsorDept'] ?? value['applicantDept']),
    resources: resourcesOf(value),
    valid_from: from ?? todayOf(at),
    valid_to: until ?? todayOf(at),
    state: 'active',
    business_no: document.number ?? null,
    business_key: document.id,
    opening_key: document.id,
    create_by: actor.id,
    update_by: actor.id,
    create_time: at,
    update_time: at,
  }).execute()
}

/** Columns of the holder: an employee, or an external person with their sponsor. */
function holderOf(value: FormValue) {
  const held = (key: string) => textAt(value, key) ?? null
  return ['employee', 'intern'].includes(String(value['userType']))
    ? { person_id: held('person') }
    : { external_name: held('externalName'), external_company: held('externalCompany'), sponsor_id: held('guarantor') }
}

/** Update that closes accounts; the caller adds the condition that selects them. */
export const close = (db: Db, { by, at }: { readonly by: string; readonly at: Date }) =>
  db.updateTable('vpn_account').set({ state: 'closed', update_by: by, update_time: at, version: sql`version + 1` }).where(
    'del_flag',
    '=',
    0,
  ).where('state', '<>', 'closed')

const resourcesOf = (value: FormValue): string =>
  rowsAt(value, 'resources').map((row) => `${String(row['system'])} ${String(row['host'])}`).join('\n')

function daysOf(value: FormValue): readonly [from: string | undefined, until: string | undefined] {
  const [from, until] = Array.isArray(value['period']) ? (value['period'] as readonly (string | null | undefined)[]) : []
  return [from || undefined, until || undefined]
}
