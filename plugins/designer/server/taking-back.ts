import './tables.ts'
import './registers/tables.ts'
import { sql } from 'kysely'
import type { Form } from '#kernel/form.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { dictionaryLabels } from '#server/documents/values/labels.ts'
import { publishWithin, shippedDefinitions } from '#server/documents/definitions/definition-store.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { declaredOwners } from '#server/extensions/record-owners.ts'
import type { DesignPublication, DesignPublications, PublicationPlace } from '#server/plugin.ts'
import { announceDesigned } from '#server/recomposition.ts'
import { designedForm } from '../company.ts'
import { overlaidForm } from '../overlay/overlay.ts'
import type { DesignState } from '../wire.ts'
import { formContent, isOverlay, removeTraces, type StoredDesign } from './designs.ts'
import type { DesignContent } from './tables.ts'
import { formPublications, registerPublications } from './publications.ts'
import { versionOf } from './publishing.ts'
import { registerVersion } from './registers/designs.ts'
import { storeAs } from './registers/storage.ts'

const tables = ['form_design', 'register_design'] as const
type DesignTable = (typeof tables)[number]

/** Characters of an error that the history keeps. */
const longestReason = 500

/** The publications of forms, of additions to shipped forms and of registers. */
export const designPublications = (plugins: readonly Plugin[]) => ({ db, clock }: PublicationPlace): DesignPublications => ({
  unproved: async () => (await Promise.all(tables.map((table) => unprovedOf(db, table)))).flat(),

  async prove(publications) {
    for (const { of, design, seq } of publications) {
      await sql`update ${
        sql.table(of)
      } set proved = ${seq}, proved_state = case entry.action when 'stop' then 'stopped' else 'published' end,
        proved_version = entry.version from ${sql.table(`${of}_publication`)} entry
        where id = ${design} and proved < ${seq} and entry.design = id and entry.seq = ${seq}`.execute(db)
    }
  },

  takeBack: (publication, reason) =>
    transaction(db, async (tx) => {
      const cut = reason.slice(0, longestReason)
      await (publication.of === 'form_design'
        ? takeFormBack(tx, publication, { reason: cut, plugins, at: clock.now() })
        : takeRegisterBack(tx, publication, { reason: cut, at: clock.now() }))
    }),
})

/** The newest publication of each design that no process was composed with. */
async function unprovedOf(db: Db, table: DesignTable): Promise<readonly DesignPublication[]> {
  const { rows } = await sql<{ design: string; seq: number; at: Date }>`
    select distinct on (entry.design) entry.design, entry.seq, entry.at from ${sql.table(table)} design
    join ${sql.table(`${table}_publication`)} entry on entry.design = design.id and entry.seq > design.proved
    where design.removed_at is null order by entry.design, entry.seq desc`.execute(db)
  return rows.map((row) => ({ module: 'designer', of: table, ...row }))
}

interface Taken {
  readonly db: Db
  readonly publication: DesignPublication
  readonly reason: string
  /** State and version that are in force again. */
  readonly state: DesignState
  readonly version: number | null
  readonly at: Date
}

/** Adds to the history that a publication failed, and what is in force again. @returns the number of the last entry */
async function noteFailure({ db, publication: { of, design, seq }, reason, state, version, at }: Taken): Promise<number> {
  const { record } = of === 'form_design' ? formPublications : registerPublications
  const columns = ['version', 'content_hash', 'by'] as const
  const failed = await db.selectFrom(`${of}_publication` as 'form_design_publication').select(columns).where('design', '=', design)
    .where('seq', '=', seq).executeTakeFirstOrThrow()
  const last = await record(db, { ...failed, design, action: 'failed', reason, at })
  if (version === null) return last
  const { hash } = await (of === 'form_design' ? versionOf : registerVersion)(db, design, version)
  const restored = { design, version, content_hash: hash, reason, by: failed.by, at }
  const back = await record(db, { ...restored, action: 'rollback' })
  return state === 'stopped' ? record(db, { ...restored, action: 'stop' }) : back
}

async function takeFormBack(db: Db, publication: DesignPublication,
  { reason, plugins, at }: { readonly reason: string; readonly plugins: readonly Plugin[]; readonly at: Date }): Promise<void> {
  const design = await db.selectFrom('form_design').selectAll().where('id', '=', publication.design).forUpdate().executeTakeFirstOrThrow()
  if (design.proved >= publication.seq) return
  const { proved_state: state, proved_version: version } = design
  const proved = await noteFailure({ db, publication, reason, state, version, at })
  await db.updateTable('form_design').set({ state, version, proved }).where('id', '=', design.id).execute()
  await restoreDefinitions({ db, at }, design, plugins)
  await announceDesigned(db)
}

interface Restoring {
  readonly db: Db
  readonly at: Date
}

/** Puts the definitions in force that a process was composed with last; a form that had none goes with its rights. */
async function restoreDefinitions({ db, at }: Restoring, design: StoredDesign, plugins: readonly Plugin[]): Promise<void> {
  const { proved_version: version } = design
  const content = version === null ? undefined : (await versionOf(db, design.id, version)).content
  const publish = (form: Form) => publishWithin(db, shippedDefinitions(form, declaredOwners(plugins)), at)
  if (design.kind === 'overlay') {
    const shipped = plugins.flatMap(({ forms }) => forms).find(({ key }) => key === design.url_page)
    if (shipped) await publish(amendedBy(shipped, design, content))
  } else if (content) await restoreForm({ db, at }, design, { form: designedForm(formContent(content)), publish })
  else await removeTraces(db, design.url_page)
}

/** A shipped form with the additions that were in force, if there were any. */
const amendedBy = (shipped: Form, { proved_state: state }: StoredDesign, content: DesignContent | undefined): Form =>
  content && isOverlay(content) && state === 'published' ? overlaidForm(shipped, content.parts) : shipped

async function restoreForm({ db, at }: Restoring, { proved_state: state }: StoredDesign,
  { form, publish }: { readonly form: Form; publish(form: Form): Promise<void> }): Promise<void> {
  await publish(form)
  await db.updateTable('definition_current').set({ stopped_at: state === 'stopped' ? at : null }).where('kind', '=', 'flow')
    .where('key', '=', form.key).execute()
}

async function takeRegisterBack(db: Db, publication: DesignPublication,
  { reason, at }: { readonly reason: string; readonly at: Date }): Promise<void> {
  const design = await db.selectFrom('register_design').selectAll().where('id', '=', publication.design).forUpdate()
    .executeTakeFirstOrThrow()
  if (design.proved >= publication.seq) return
  const { proved_state: state, proved_version: version } = design
  if (version !== null)
    await storeAs({ db, host: { dictionary: dictionaryLabels() }, caller: { id: design.saved_by }, at }, design,
      (await registerVersion(db, design.id, version)).content, version)
  const proved = await noteFailure({ db, publication, reason, state, version, at })
  await db.updateTable('register_design').set({ state, version, proved }).where('id', '=', design.id).execute()
  await announceDesigned(db)
}
