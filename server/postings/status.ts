import type { DocumentPosting, DocumentPostings } from '#approval/wire/filed-document.ts'
import type { Form } from '#kernel/form.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { permits } from '#kernel/permissions.ts'
import { canPosting } from '#kernel/posting-permissions.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { refusalOf } from './refusal.ts'
import './tables.ts'

interface StatusReader {
  readonly host: DocumentHost
  readonly db: Db
  readonly caller: Caller
}

/** Posting lines for a document's page, refused ones first. */
export async function postingsOf({ host, db, caller }: StatusReader,
  { id, form }: { readonly id: string; readonly form: Form }): Promise<DocumentPostings> {
  if ((form.posts ?? []).length === 0) return { lines: [], mayRetry: false, mayHandle: false }
  const rows = await db.selectFrom('posting').select(['id', 'step', 'call', 'state', 'number', 'message', 'code', 'reverses']).where(
    'document',
    '=',
    id,
  ).where('state', '<>', 'handled')
    .$narrowType<{ state: DocumentPosting['state'] }>().orderBy('id').execute()
  const stepOf = (step: string) => form.posts?.find((posts) => posts.id === step)
  const lines = rows.map(({ id: posting, step, call, code, state, number, message, reverses }) => {
    const means = state === 'refused' ? refusalOf(host.postingCalls, { call, code }) : undefined
    const [posts, system] = [stepOf(step), host.postingCalls.get(call)?.system]
    return { id: posting, what: posts ? bilingual(posts) : step, system: system ? bilingual(system) : call, state, number, message,
      means: means ? bilingual(means) : null, reverses: reverses !== null }
  })
  return {
    lines: [...lines.filter(({ state }) => state === 'refused'), ...lines.filter(({ state }) => state !== 'refused')],
    mayRetry: permits(caller.permissions, canPosting.retry),
    mayHandle: permits(caller.permissions, canPosting.handle),
  }
}
