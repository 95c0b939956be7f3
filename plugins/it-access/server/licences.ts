import { sql } from 'kysely'
import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { newId } from '#server/identity/id.ts'
import './tables.ts'

/** Grants, extends and revokes NVR licences in the register when a document completes. */
export const licences: DocumentExtension = {
  concerns: ['nvrAdartApply'],

  check: async (step) => (step.node === 'start' && step.value['action'] === 'grant' ? alreadyGranted(step) : []),

  onCompleted: keep,

  async onReleased({ db, document, value, actor, at }, _, wasCompleted) {
    if (wasCompleted && value['action'] === 'grant') {
      await db.updateTable('nvr_licence').set({ state: 'revoked', update_by: actor.id, update_time: at, version: sql`version + 1` }).where(
        'business_key',
        '=',
        document.id,
      ).where('state', '<>', 'revoked').execute()
    }
  },
}

/** Problems for rows with a scope that the person already holds. */
async function alreadyGranted({ db, value, directory }: DocumentStep): Promise<FieldProblem[]> {
  const users = rowsAt(value, 'users')
  const people = users.map(({ person }) => String(person))
  if (people.length === 0) return []
  const held = await db.selectFrom('nvr_licence').select(['person_id', 'scopes']).where('person_id', 'in', people).where('state', '=',
    'active').where('del_flag', '=', 0).execute()
  return users.flatMap((row, index) => {
    const has = held.filter(({ person_id: person }) => person === row['person']).flatMap(({ scopes }) => scopes)
    const isRepeated = scopesOf(row).some((scope) => has.includes(scope))
    return isRepeated
      ? [{ field: `users.${index}.scopes`, code: 'itAccess.hasScope',
        parameters: { name: directory.person(String(row['person']))?.name ?? '' } }]
      : []
  })
}

async function keep(step: DocumentStep): Promise<void> {
  const { db, document, value, actor, at } = step
  if (value['action'] === 'grant') return grant(step)
  const [old] = Array.isArray(value['oldDoc']) ? (value['oldDoc'] as readonly string[]) : []
  const people = rowsAt(value, 'users').map(({ person }) => String(person))
  const change = value['action'] === 'revoke'
    ? { state: 'revoked' as const }
    : { valid_to: String(value['validTo']), state: 'active' as const }
  await db.updateTable('nvr_licence').set({ ...change, update_by: actor.id, update_time: at, business_no: document.number ?? null,
    version: sql`version + 1` })
    .where('business_key', '=', old ?? '').where('person_id', 'in', people).where('state', '<>', 'revoked').where('del_flag', '=', 0)
    .execute()
}

async function grant({ db, document, value, actor, at }: DocumentStep): Promise<void> {
  await db.insertInto('nvr_licence').values(rowsAt(value, 'users').map((row) => ({
    id: newId(),
    person_id: String(row['person']),
    account: String(row['account']),
    scopes: scopesOf(row),
    licence_no: String(value['licenceNo'] ?? ''),
    customer: typeof value['customer'] === 'string' ? value['customer'] : null,
    department_id: typeof row['department'] === 'string' ? row['department'] : String(value['applicantDept']),
    valid_from: String(value['validFrom']),
    valid_to: String(value['validTo']),
    state: 'active' as const,
    business_no: document.number ?? null,
    business_key: document.id,
    create_by: actor.id,
    update_by: actor.id,
    create_time: at,
    update_time: at,
  }))).execute()
}

const scopesOf = (row: FormValue): string[] => (Array.isArray(row['scopes']) ? row['scopes'].map(String) : [])
