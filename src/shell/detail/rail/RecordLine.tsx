import { Fragment, Suspense } from 'react'
import { columnPath, fieldAt, parsePath } from '../../../kernel/evaluate/path.ts'
import { FileView } from '../../../fields/files/FileView.tsx'
import { useReferences } from '../../../fields/references/use-references.ts'
import { reasonText } from '../../form/preview/NodeLine.tsx'
import { useStore } from '../../form/store/use-store.ts'
import { Person } from '../../parts/Person.tsx'
import { Pill } from '../../parts/StatePill.tsx'
import { FieldCell } from '../../resource/drawings.tsx'
import type { TimelineRecord } from '../document.ts'
import { useDetailText, type DetailTextKey } from '../text.ts'
import { lines } from './lines.tsx'

/** A line of the history: who did what when, what was said, and what changed with it. */
export function RecordLine({ record }: { record: TimelineRecord }) {
  const { any } = useDetailText()
  const { operateType, userList, createTime, comment, why } = record
  const look = lines[operateType]
  if (!look) return null
  return (
    <li className={operateType === 'deleted' ? 'oa-step is-deleted' : 'oa-step'}>
      <span className="oa-step-dot" data-tone={look.tone} aria-hidden>{look.icon}</span>
      <div className="oa-step-head">
        <What record={record} text={look.text} />
        <time className="num" dateTime={createTime.replace(' ', 'T')} title={createTime}>{createTime.slice(5, 16)}</time>
      </div>
      {userList.length > 1 && <Others record={record} />}
      {why && <div className="oa-step-why">{reasonText([why], any)}</div>}
      <Copied record={record} />
      {comment && <div className="oa-record-said">{comment}</div>}
      <Changes record={record} />
      <Files ids={record.oaAttachmentList} />
    </li>
  )
}

/** Who did what, at which node. */
function What({ record: { operateType, userList: [actor], round, nodeName, nodeNameEn }, text }: { record: TimelineRecord; text: DetailTextKey }) {
  const { t, label } = useDetailText()
  const isStart = operateType === 'start'
  const words = isStart ? [t(round > 1 ? 'op.resubmit' : text)] : [label({ cn: nodeName, en: nodeNameEn }), t(text)]
  return (
    <span className="oa-record-what">
      {actor && <ActorName name={actor.name} isDeparted={!actor.enable} />}
      <span>{[...new Set(words)].filter(Boolean).join(' · ')}</span>
      {isStart && round > 1 && <Pill tone="grey">{t('round', { n: round })}</Pill>}
    </span>
  )
}

function ActorName({ name, isDeparted }: { name: string; isDeparted: boolean }) {
  const text = useDetailText()
  return <strong className={isDeparted ? 'oa-person is-departed' : undefined}>{text.name(name)}</strong>
}

/** Those whom a transfer or countersign names. */
function Others({ record: { userList, operateType } }: { record: TimelineRecord }) {
  return (
    <div className="oa-step-people">
      {userList.slice(1).map(({ id, name, enable }, index) => (
        <Fragment key={id}>
          {index > 0 && <span className="oa-step-sign" aria-hidden>{operateType === 'addsign' ? '>' : '+'}</span>}
          <Person id={id} name={name} departed={!enable} />
        </Fragment>
      ))}
    </div>
  )
}

/** Whom it was copied to, and how many have read it. */
function Copied({ record: { ccUserList } }: { record: TimelineRecord }) {
  const { t } = useDetailText()
  if (ccUserList.length === 0) return null
  const read = ccUserList.filter((person) => person.read).length
  const words = read === 0 ? t('noneRead') : read === ccUserList.length ? t('allRead') : t('read', { read, unread: ccUserList.length - read })
  return (
    <>
      <div className="oa-step-people">{ccUserList.map(({ id, name, enable }) => <Person key={id} id={id} name={name} departed={!enable} />)}</div>
      <div className="oa-step-why">{words}</div>
    </>
  )
}

/** Fields that an approver changed: from what to what, where it is one value. */
function Changes({ record: { changes } }: { record: TimelineRecord }) {
  const { form } = useStore()
  const { label } = useDetailText()
  const known = changes.filter(({ field, before, after }) => fieldAt(form.fields, columnPath(field)) && !isList(before) && !isList(after)).slice(0, 6)
  if (known.length === 0) return null
  return (
    <ul className="oa-record-changes">
      {known.map(({ field, before, after }) => {
        const definition = fieldAt(form.fields, columnPath(field))
        return definition && (
          <li key={field}>
            {label(definition)}<RowNumber path={field} />{' '}
            <Suspense><FieldCell field={definition} value={before} /> → <strong><FieldCell field={definition} value={after} /></strong></Suspense>
          </li>
        )
      })}
    </ul>
  )
}

function RowNumber({ path }: { path: string }) {
  const { index } = parsePath(path)
  return index === undefined ? null : <span className="num"> #{index + 1}</span>
}

const isList = (value: unknown) => Array.isArray(value)

function Files({ ids }: { ids: readonly string[] }) {
  const records = useReferences('attachment', ids)
  if (ids.length === 0) return null
  return <div className="oa-files is-small">{ids.map((id, index) => <FileView key={id} id={id} record={records[index]} />)}</div>
}
