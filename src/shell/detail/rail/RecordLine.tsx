import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { TimelineFile, TimelineRecord } from '#approval/wire/timeline.ts'
import type { Reason } from '#approval/types.ts'
import { FileName, FileSign, FileView } from '#fields/files/FileView.tsx'
import type { ReferenceCandidate } from '#fields/types.ts'
import { formatBytes } from '#kernel/values/bytes.ts'
import { shortTime } from '#shell/documents/duration.ts'
import { reasonText } from '#shell/form/preview/NodeLine.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { useDetailText } from '../text.ts'
import { Changes } from './Changes.tsx'
import { CopiedTo } from './CopiedTo.tsx'
import { lines } from './lines.tsx'
import { NodePeople, Others } from './NodePeople.tsx'
import { useRailText } from './text.ts'
import type { Remove } from './use-removal.ts'
import { wordsOf } from './wording.ts'

interface RecordLineProps {
  readonly record: TimelineRecord
  /** Takes the comment back, or one of its files out; absent where that is not offered. */
  onRemove?: Remove
}

/** A line of the history: who did what when and why them, what was said, and what changed with it. */
export function RecordLine({ record, onRemove }: RecordLineProps) {
  const look = lines[record.operateType]
  if (!look) return null
  const { operateType, deleted, createTime } = record
  return (
    <li className={deleted || operateType === 'deleted' ? 'oa-step is-deleted' : 'oa-step'} data-node={record.nodeId} tabIndex={-1}>
      <span className="oa-step-dot" data-tone={look.tone} aria-hidden>{look.icon}</span>
      <div className="oa-step-head">
        <What record={record} />
        <time className="num" dateTime={createTime.replace(' ', 'T')} title={createTime}>{shortTime(createTime)}</time>
      </div>
      <Others record={record} />
      <Why record={record} />
      {record.ccUserList.length > 0 && <CopiedTo people={record.ccUserList} />}
      <Comment record={record} onRemove={onRemove} />
      <ConfirmedBy record={record} />
      <Changes changes={record.changes} />
      <Files record={record} onRemove={onRemove} />
      <NodePeople people={record.nodePeople} code={record.approvalTypeCode} />
    </li>
  )
}

/** A decision with its person and node, and what there is to remark. */
function What({ record }: { record: TimelineRecord }) {
  const { t, label, name } = useDetailText()
  const rail = useRailText()
  const actor = actorOf(record)
  const isBySystem = actor === undefined && record.operateType === 'transfer'
  return (
    <span className="oa-record-what">
      {actor && <strong className={actor.enable ? undefined : 'oa-person is-departed'}>{name(actor.name)}</strong>}
      {isBySystem && <strong>{rail.t('system')}</strong>}
      <span className="oa-record-words">{wordsOf(record, { detail: t, rail: rail.t, label })}</span>
      {record.deleted && <span className="oa-record-gone">{rail.t('removed')}</span>}
      {record.administrator && <Pill tone="grey">{rail.t('administrator')}</Pill>}
      {record.hardToDecide && <Pill tone="orange">{rail.t('hardToDecide')}</Pill>}
    </span>
  )
}

/** The actor; for what the flow did, the person whose task it was. */
const actorOf = ({ operator, operateType, userList }: TimelineRecord) => operator ?? (operateType === 'transfer' ? undefined : userList[0])

/** The reasons for this person, and for what happened by itself. */
function Why({ record }: { record: TimelineRecord }) {
  const { any } = useDetailText()
  const text = reasonText(reasonsOf(record), any)
  return text === '' ? null : <div className="oa-step-why">{text}</div>
}

/** That somebody hands on their own task needs no other reason than the line itself. */
function reasonsOf({ userList: [actor], operator, operateType, why }: TimelineRecord): readonly Reason[] {
  if (operateType === 'transfer' && operator?.id === actor?.id) return []
  return [...(actor?.why ?? []), ...(why ? [why] : [])]
}

/** The comment; where nobody wrote anything, what passing means, quietly. */
function Comment({ record, onRemove }: RecordLineProps) {
  const rail = useRailText()
  const { comment, commentDefault, editable, operateType } = record
  if (comment === null) return null
  if (commentDefault)
    return operateType === 'completed'
      ? <div className="oa-record-default">{rail.any('approval.defaultOpinion')}</div>
      : null
  return (
    <div className="oa-record-said">
      {comment}
      {editable && onRemove && (
        <Button type="text" size="small" className="oa-record-remove" icon={<DeleteOutlined />} aria-label={rail.t('removeComment')}
          data-tip={rail.t('removeComment')} onClick={() => onRemove(record)} />
      )}
    </div>
  )
}

/** The people of an intervention in a document that moves money: who proposed it, who confirmed it. */
function ConfirmedBy({ record: { confirmedBy, operator } }: { record: TimelineRecord }) {
  const { name } = useDetailText()
  const rail = useRailText()
  if (confirmedBy === null) return null
  return (
    <div className="oa-record-default">
      {rail.t('proposedAndConfirmed', { proposer: name(operator?.name ?? ''), confirmer: name(confirmedBy.name) })}
    </div>
  )
}

function Files({ record, onRemove }: RecordLineProps) {
  const { oaAttachmentList: files, removableList } = record
  if (files.length === 0) return null
  const removal = (id: string) => (onRemove && removableList.includes(id) ? () => onRemove(record, id) : undefined)
  return (
    <div className="oa-files is-small">
      {files.map((
        file,
      ) => (file.removed
        ? <RemovedFile key={file.id} file={file} />
        : <FileView key={file.id} id={file.id} record={fileRecord(file)} onRemove={removal(file.id)} />)
      )}
    </div>
  )
}

/** A file as fields know it. */
const fileRecord = ({ id, realName, fileType, size }: TimelineFile): ReferenceCandidate => ({ id, name: realName ?? id, enabled: true,
  fileType, size })

/** A file that was taken out is named, and leads nowhere. */
function RemovedFile({ file: { realName, size } }: { file: TimelineFile }) {
  const rail = useRailText()
  return (
    <span className="oa-file is-removed">
      <FileSign name={realName ?? ''} />
      <span className="oa-file-words">
        {realName === null ? <span>{rail.t('fileGone')}</span> : (
          <del title={realName}>
            <FileName name={realName} />
          </del>
        )}
        {size !== null && <span className="oa-file-size num">{formatBytes(size)}</span>}
      </span>
    </span>
  )
}
