import '../tables.ts'
import { Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import { designProblems } from '../../checks.ts'
import { isSameContent } from '../../model/parts.ts'
import type { FormContent, FormFile, FormMapping, ReadFormFile } from '../../wire.ts'
import { addDesign, formContent, saveDesign } from '../designs.ts'
import { contentOfFile } from './form-file.ts'
import { fingerprint } from './signing.ts'

type Parsed = (content: unknown) => FormContent

/** Reads a file against this installation; nothing is stored. */
export async function readImport(db: Db, host: Pick<Host, 'organisation' | 'directory' | 'plugins'>, file: FormFile,
  { mapping, parse }: { readonly mapping: FormMapping; readonly parse: Parsed }
): Promise<
  ReadFormFile & { readonly content: FormContent }
> {
  const { content: read, missing } = await contentOfFile(db, host, file, mapping)
  const parsed = parse(read)
  const content: FormContent = { ...parsed, prefix: mapping.prefix ?? parsed.prefix }
  const existing = await designOf(db, content.urlPage)
  const state = !existing ? 'new' : isSameContent(formContent(existing.content), content) ? 'same' : 'changed'
  const { urlPage, prefix, form: { cn, en } } = content
  return { urlPage, prefix, cn, en, state, missing, problems: missing.length > 0 ? [] : designProblems(content, host.plugins),
    signedBy: fingerprint(file.signature.key), content }
}

const designOf = (db: Db, urlPage: string) =>
  db.selectFrom('form_design as design').leftJoin('form_design_version as version', (join) =>
    join.onRef('version.design', '=', 'design.id').onRef('version.version', '=', 'design.version'))
    .where('design.kind', '=', 'form').where('design.url_page', '=', urlPage).where('design.removed_at', 'is', null)
    .select(['design.id', 'design.content', 'design.revision', 'design.hash', 'version.hash as in_force']).executeTakeFirst()

/**
 * Makes the design of a file, or the next draft of the design of its page, and answers the id; the same file again changes nothing.
 * @throws Refused where names have no counterpart here, or the draft has changes that nobody published
 */
export async function importDesign(context: CommandContext, read: ReadFormFile & { readonly content: FormContent }): Promise<string> {
  const { content, missing, state } = read
  if (missing.length > 0)
    throw new Refused('designer.namesMissing', { count: missing.length },
      missing.map(({ kind, id, name }) => ({ field: `${kind}.${id}`, code: 'designer.nameMissing', parameters: { name } })))
  const existing = await designOf(context.db, content.urlPage)
  if (!existing) return addDesign(context, content)
  if (state === 'same') return existing.id
  if (existing.in_force !== null && existing.in_force !== existing.hash) throw new Refused('designer.draftOpen')
  await saveDesign(context, existing.id, { revision: existing.revision, content })
  return existing.id
}
