import { sql } from 'kysely'
import type { Locale } from '#kernel/wording/label.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { textAt } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'

/** Transaction codes that are reserved for IT. */
const forbidden: ReadonlySet<string> = new Set(['SE16N', 'SU01', 'SM30', 'SA38'])

/** Roles held by IT staff. */
const administrators = ['itAdmin', 'sapAdmin', 'oaAdmin'] as const

/** Fills in the SAP user's job number and position, and refuses reserved transactions and duplicate users. */
export const sapPermissions: DocumentExtension = {
  concerns: ['sapPermissionApplication'],

  async prepare({ db, value, directory, actor: { locale } }) {
    const user = directory.person(textAt(value, 'user') ?? '')
    if (!user) return { jobNo: null }
    const position = value['position']
      ? undefined
      : (await db.selectFrom('sys_user').select('position').where('id', '=', user.id).executeTakeFirst())?.position
    return { jobNo: user.code ?? null, ...(position && { position: positionFor(position, locale) }) }
  },

  check: async (step) => (step.node === 'start' || step.node === 'sapAdmin' ? [...forbiddenProblems(step), ...(await existing(step))] : []),
}

/** Position in the editor's language; falls back to Chinese. */
function positionFor(position: string, locale: Locale): string {
  const name = splitName(position)
  return locale === 'en' && name.en !== '' ? name.en : name.cn
}

function forbiddenProblems({ value, directory }: DocumentStep): FieldProblem[] {
  const user = textAt(value, 'user')
  const isOfIt = administrators.some((role) => directory.holders(role).some(({ id }) => id === user))
  if (isOfIt) return []
  return rowsAt(value, 'roles').flatMap(({ tcode }, index) => (forbidden.has(String(tcode))
    ? [{ field: `roles.${index}.tcode`, code: 'itAccess.forbiddenTcode', parameters: { tcode: String(tcode) } }]
    : [])
  )
}

/** Problem where the person already has an SAP user: the last completed document about it created it. */
async function existing({ db, form, document, value }: DocumentStep): Promise<FieldProblem[]> {
  if (value['action'] !== 'newUser') return []
  const last = await db.selectFrom('document').select([sql<string>`value->>'action'`.as('action')]).where('type', '=', form.key).where(
    'state',
    '=',
    'completed',
  ).where('id', '<>', document.id)
    .where(sql<string>`value->>'user'`, '=', textAt(value, 'user') ?? '').where(sql<string>`value->>'action'`, 'in', ['newUser', 'close'])
    .orderBy('ended_at', 'desc')
    .executeTakeFirst()
  return last?.action === 'newUser' ? [{ field: 'user', code: 'itAccess.sapUserExists' }] : []
}
