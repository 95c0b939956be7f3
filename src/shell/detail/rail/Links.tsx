import { Link } from 'react-router'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { idsOf, storedName, useReferences } from '#fields/references/use-references.ts'
import type { ReferenceCandidate } from '#fields/types.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import { Person } from '#shell/parts/Person.tsx'
import { StateDot } from '#shell/parts/StatePill.tsx'
import { usePeople } from '#shell/start/directory.ts'
import { useDetailText } from '../text.ts'
import { useRailText } from './text.ts'

type DocumentLinks = readonly [name: string, field: FieldDefinition, ids: readonly string[]]

/** Link fields that name documents, of the header and of the rows. */
export function linksOf({ fields }: Form, value: FormValue): readonly DocumentLinks[] {
  return Object.entries(fields).flatMap(([name, field]) => [
    ...linkAt(name, field, idsOf(value[name])),
    ...Object.entries(field.columns ?? {}).flatMap(([column, inner]) =>
      linkAt(`${name}.${column}`, inner, rowsAt(value, name).flatMap((row) => idsOf(row[column])))
    ),
  ])
}

const linkAt = (name: string, field: FieldDefinition, ids: readonly string[]): DocumentLinks[] =>
  field.kind === 'documentLink' && ids.length > 0 ? [[name, field, [...new Set(ids)]]] : []

/** The documents that this one is linked to, by what the link means. */
export function Links({ form, document }: { form: Form; document: FiledDocument }) {
  const { t, label } = useDetailText()
  const links = linksOf(form, document.business)
  if (links.length === 0) return <p className="oa-rail-none">{t('noLinks')}</p>
  return (
    <dl className="oa-rail-links">
      {links.map(([name, field, ids]) => (
        <div key={name}>
          <dt>{label(field)}</dt>
          <LinkedDocuments ids={ids} />
        </div>
      ))}
    </dl>
  )
}

function LinkedDocuments({ ids }: { ids: readonly string[] }) {
  const records = useReferences('documentLink', ids)
  return ids.map((id, index) => (
    <dd key={id}>
      <Linked id={id} record={records[index]} />
    </dd>
  ))
}

/** A document that the reader may read is shown with what it is; of another one there is the number. */
function Linked({ id, record }: { id: string; record: ReferenceCandidate | undefined }) {
  const { t } = useRailText()
  if (record && record['readable'] !== false && typeof record['businessType'] === 'string')
    return <Readable id={id} record={record} type={record['businessType']} />
  return (
    <span className="oa-linked-head">
      <span className="num">{storedName(record, id)}</span>
      {record && <span className="oa-nothing">{t('linkHidden')}</span>}
    </span>
  )
}

/** Number and state, the title below, then which process, whose and when. */
function Readable({ id, record, type }: { id: string; record: ReferenceCandidate; type: string }) {
  const { name } = useRailText()
  const linkTo = useDocumentLink()
  const starter = String(record['starter'])
  const people = usePeople([starter])
  return (
    <>
      <span className="oa-linked-head">
        <Link className="num" to={linkTo({ businessType: type, procInstId: id, routeName: '' })}>{storedName(record, id)}</Link>
        <StateDot state={Number(record['state'])} />
      </span>
      <span className="oa-linked-title">{name(record.name)}</span>
      <span className="oa-linked-about">
        <span>{name(String(record['processName']))}</span>
        <Person id={starter} name={people.get(starter)?.name ?? ''} />
        <span className="num">{String(record['createTime']).slice(0, 10)}</span>
      </span>
    </>
  )
}
