import type { Form, Posts } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Label } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { permits } from '#kernel/permissions.ts'
import { canPosting } from '#kernel/postings.ts'
import type { DocumentPosting, DocumentPostings, PostingPlaceOnPage } from '#approval/wire/filed-document.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { shownPath } from './checks.ts'
import { type PostingDetail, refusalOf } from './posting.ts'
import './tables.ts'

interface StatusReader {
  readonly host: DocumentHost
  readonly db: Db
  readonly caller: Caller
}

/** Posting lines on a document's page, refused ones first. */
export async function postingsOf({ host, db, caller }: StatusReader,
  { id, form, value }: { readonly id: string; readonly form: Form; readonly value: FormValue }): Promise<DocumentPostings> {
  if ((form.posts ?? []).length === 0) return { lines: [], mayRetry: false, mayHandle: false }
  const rows = await db.selectFrom('posting').select(['id', 'step', 'line', 'call', 'state', 'number', 'message', 'code', 'field',
    'details', 'reverses']).where(
      'document',
      '=',
      id,
    ).where('state', '<>', 'handled')
    .$narrowType<{ state: DocumentPosting['state'] }>().orderBy('id').execute()
  const stepOf = (step: string) => form.posts?.find((posts) => posts.id === step)
  const lines = rows.map(({ id: posting, step, line, call, code, state, number, message, field, details, reverses }) => {
    const means = state === 'refused' ? refusalOf(host.postingCalls, { call, code }) : undefined
    const [posts, system] = [stepOf(step), host.postingCalls.get(call)?.system]
    return { id: posting, what: posts ? bilingual(posts) : step, system: system ? bilingual(system) : call, state, number, message,
      means: means ? bilingual(means) : null, reverses: reverses !== null,
      places: state === 'refused' && posts ? placesOf(form, posts, value, { line, field, details }) : [] }
  })
  return {
    lines: [...lines.filter(({ state }) => state === 'refused'), ...lines.filter(({ state }) => state !== 'refused')],
    mayRetry: permits(caller.permissions, canPosting.retry),
    mayHandle: permits(caller.permissions, canPosting.handle),
  }
}

interface RefusedLine {
  readonly line: string
  readonly field: string | null
  readonly details: readonly PostingDetail[] | null
}

/** Rows and fields that a refusal is about; of a line that is a row, at least that row. */
function placesOf(form: Form, posts: Posts, value: FormValue, { line, field, details }: RefusedLine): readonly PostingPlaceOnPage[] {
  const errors = (details ?? []).filter(({ severity }) => severity === 'error')
  const said = errors.length > 0 ? errors : [{ field: field ?? undefined, row: undefined }]
  const paths = said.flatMap((detail) => shownPath(form, posts, value, { line, row: detail.row, field: detail.field }) ?? [])
  return [...new Set(paths)].map((path) => placeAt(form, path))
}

function placeAt({ fields }: Pick<Form, 'fields'>, path: string): PostingPlaceOnPage {
  const [head = '', index = '', column = ''] = path.split('.')
  const field = fields[head]
  if (field?.kind !== 'table') return { table: null, row: null, label: nameOf(field) }
  return { table: head, row: index === '' ? null : Number(index) + 1, label: nameOf(field.columns?.[column]) }
}

const nameOf = (field: Label | undefined): string | null => (field ? bilingual(field) : null)
