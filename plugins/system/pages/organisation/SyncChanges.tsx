import type { SyncedPerson, SyncPreview } from '#plugins/system/directory-wire.ts'
import { useOrganisationText } from './text.ts'

/** Of each kind this many are listed; the number says how many there are. */
const most = 100

const kinds = ['disabled', 'moved', 'added', 'updated', 'failed'] as const

/** The changes of people; the gravest first. */
export function SyncChanges({ preview }: { readonly preview: SyncPreview }) {
  const { t, locale } = useOrganisationText()
  const shown = kinds.filter((kind) => preview[kind].length > 0)
  return (
    <div className="oa-org-sync">
      {shown.length === 0 && <p role="status">{t('syncNothing')}</p>}
      {shown.map((kind) => <People key={kind} title={t(`sync_${kind}`, { count: preview[kind].length })} people={preview[kind]} />)}
      {preview.strangeUnits.length > 0 && (
        <p className="oa-org-quiet">{t('syncStrange', { names: preview.strangeUnits.slice(0, 10).join(locale === 'cn' ? '、' : ', ') })}</p>
      )}
    </div>
  )
}

function People({ title, people }: { readonly title: string; readonly people: readonly (SyncedPerson & { readonly reason?: string })[] }) {
  const { t, name } = useOrganisationText()
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {people.slice(0, most).map((person) => (
          <li key={person.userName}>
            <b>{name(person.name)}</b> <span className="oa-org-quiet">{person.userName}</span> {person.reason ??
              Object.entries(person.details).map(([field, value]) =>
                t('syncDetail', { field: t(`sync_${field}` as 'sync_name'), value: name(value) })
              ).join(' · ')}
          </li>
        ))}
      </ul>
      {people.length > most && <p className="oa-org-quiet">{t('syncMore', { count: people.length - most })}</p>}
    </section>
  )
}
