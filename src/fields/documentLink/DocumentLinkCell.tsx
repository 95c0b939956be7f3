import { Link } from 'react-router'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import { StateDot } from '#shell/parts/StatePill.tsx'
import { idsOf, storedName, useReferences } from '../references/reference-book.ts'
import { useFieldText } from '../text.ts'
import type { ReferenceCandidate, CellProps } from '../types.ts'
import { useLinkText } from './texts.ts'
import './document-link.css'

/** Linked documents with number and state, each a link to its page. */
export function DocumentLinkCell({ value }: CellProps) {
  const ids = idsOf(value)
  const records = useReferences('documentLink', ids)
  if (ids.length === 0) return <span className="oa-nothing">—</span>
  return (
    <span className="oa-doclink-cell inline-flex wrap narrow">
      {ids.map((id, index) => <DocumentLinkName key={id} id={id} record={records[index]} hasState />)}
    </span>
  )
}

interface NameProps {
  readonly id: string
  readonly record: ReferenceCandidate | undefined
  readonly hasState?: boolean
}

/** A document's number as a link to its page; plain text if the user may not read it. */
export function DocumentLinkName({ id, record, hasState = false }: NameProps) {
  const type = record?.['businessType']
  return record && typeof type === 'string'
    ? <Readable id={id} record={record} type={type} hasState={hasState} />
    : <Unreadable id={id} record={record} />
}

function Readable({ id, record, type, hasState }: { id: string; record: ReferenceCandidate; type: string; hasState: boolean }) {
  const linkTo = useDocumentLink()
  const { name } = useFieldText()
  const state = record['state']
  return (
    <span className="oa-doclink inline-row wrap nowrap">
      <Link className="num" to={linkTo({ businessType: type, procInstId: id, routeName: '' })} data-tip={name(record.name)}>
        {storedName(record, id)}
      </Link>
      {hasState && typeof state === 'number' && <StateDot state={state} />}
    </span>
  )
}

function Unreadable({ id, record }: Pick<NameProps, 'id' | 'record'>) {
  const { t } = useLinkText()
  return (
    <span className="num oa-doclink inline-row wrap nowrap" data-tip={record?.['readable'] === false ? t('hidden') : undefined}>
      {storedName(record, id)}
    </span>
  )
}
