import { DeleteOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useId, useState } from 'react'
import { formatBytes } from '#kernel/values/files.ts'
import type { TimelineFile, TimelinePerson, TimelineRecord } from '#approval/wire/timeline.ts'
import type { Reason } from '#approval/types.ts'
import { FileName, FileSign, FileView } from '#fields/files/FileView.tsx'
import type { ReferenceCandidate } from '#fields/types.ts'
import { shortTime } from '#shell/documents/duration.ts'
import { reasonText } from '#shell/form/preview/NodeLine.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { type Command, useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { Initial, Person } from '#shell/parts/Person.tsx'
import { isFailure } from '#providers/failure.ts'
import { useDetailText } from '../texts.ts'
import { Changes } from './Changes.tsx'
import { lines, wordsOf } from './record-wording.tsx'
import { NodePeople, Others } from './NodePeople.tsx'
import { useRailText } from './texts.ts'
import type { ActionContext } from '../actions/action-context.ts'

interface RecordLineProps {
  readonly record: TimelineRecord
  /** Removes the comment, or one of its files; absent where that is not offered. */
  onRemove?: Remove
}

/** A timeline entry: actor, action, time, reasons, comment, changes. */
export function RecordLine({ record, onRemove }: RecordLineProps) {
  const look = lines[record.operateType]
  if (!look) return null
  const { operateType, deleted, createTime } = record
  return (
    <li className={deleted || operateType === 'deleted' ? 'oa-step is-deleted relative' : 'oa-step relative'} data-node={record.nodeId}
      tabIndex={-1}
    >
      <span className="oa-step-dot row surface circle third centred absolute" data-tone={look.tone} aria-hidden>{look.icon}</span>
      <div className="oa-step-head baseline flex gap-8 between">
        <What record={record} />
        <time className="num" dateTime={createTime.replace(' ', 'T')} title={createTime}>{shortTime(createTime)}</time>
      </div>
      <Others record={record} />
      <Why record={record} />
      {record.ccUserList.length > 0 && <CopiedTo people={record.ccUserList} />}
      <Comment record={record} onRemove={onRemove} />
      <ConfirmedBy record={record} />
      <SeenExceptions count={record.exceptions} />
      <Changes changes={record.changes} />
      <Files record={record} onRemove={onRemove} />
      <NodePeople people={record.nodePeople} code={record.approvalTypeCode} />
    </li>
  )
}

/** The action with its actor and node, and pills. */
function What({ record }: { record: TimelineRecord }) {
  const { t, label, name } = useDetailText()
  const rail = useRailText()
  const actor = actorOf(record)
  const isBySystem = actor === undefined && record.operateType === 'transfer'
  return (
    <span className="oa-record-what flex wrap narrow">
      {actor && (
        <strong className={actor.enable ? undefined : 'oa-person is-departed gap-6 fit inline-row narrow'}>{name(actor.name)}</strong>
      )}
      {isBySystem && <strong>{rail.t('system')}</strong>}
      <span className="oa-record-words">{wordsOf(record, { detail: t, rail: rail.t, label })}</span>
      {record.deleted && <span className="oa-record-gone">{rail.t('removed')}</span>}
      {record.administrator && <Pill tone="grey">{rail.t('administrator')}</Pill>}
      {record.hardToDecide && <Pill tone="orange">{rail.t('hardToDecide')}</Pill>}
    </span>
  )
}

/** The actor; for an automatic action, the holder of the task. */
const actorOf = ({ operator, operateType, userList }: TimelineRecord) => operator ?? (operateType === 'transfer' ? undefined : userList[0])

/** The reasons for the person, and for an automatic action. */
function Why({ record }: { record: TimelineRecord }) {
  const { any } = useDetailText()
  const text = reasonText(reasonsOf(record), any)
  return text === '' ? null : <div className="oa-step-why">{text}</div>
}

/** The reasons of an entry; none for a person's own transfer, where they would only repeat it. */
function reasonsOf({ userList: [actor], operator, operateType, why }: TimelineRecord): readonly Reason[] {
  if (operateType === 'transfer' && operator?.id === actor?.id) return []
  return [...(actor?.why ?? []), ...(why ? [why] : [])]
}

/** The comment; without one, the default opinion of a pass, dimmed. */
function Comment({ record, onRemove }: RecordLineProps) {
  const rail = useRailText()
  const { comment, commentDefault, editable, operateType } = record
  if (comment === null) return null
  if (commentDefault)
    return operateType === 'completed'
      ? <div className="second small line-18">{rail.any('approval.defaultOpinion')}</div>
      : null
  return (
    <div className="oa-record-said">
      {comment}
      {editable && onRemove && (
        <Button type="text" size="small" className="oa-record-remove surface absolute" icon={<DeleteOutlined />}
          aria-label={rail.t('removeComment')} data-tip={rail.t('removeComment')} onClick={() => onRemove(record)} />
      )}
    </div>
  )
}

/** Proposer and confirmer of an intervention in a document that moves money. */
function ConfirmedBy({ record: { confirmedBy, operator } }: { record: TimelineRecord }) {
  const { name } = useDetailText()
  const rail = useRailText()
  if (confirmedBy === null) return null
  return (
    <div className="second small line-18">
      {rail.t('proposedAndConfirmed', { proposer: name(operator?.name ?? ''), confirmer: name(confirmedBy.name) })}
    </div>
  )
}

/** Note that the approver acknowledged the document's exceptions. */
function SeenExceptions({ count }: { count: number }) {
  const { t } = useRailText()
  if (count === 0) return null
  return <div className="second small line-18">{count === 1 ? t('sawException') : t('sawExceptions', { n: String(count) })}</div>
}

function Files({ record, onRemove }: RecordLineProps) {
  const { oaAttachmentList: files, removableList } = record
  if (files.length === 0) return null
  const removal = (id: string) => (onRemove && removableList.includes(id) ? () => onRemove(record, id) : undefined)
  return (
    <div className="oa-files is-small grid gap-8">
      {files.map((
        file,
      ) => (file.removed
        ? <RemovedFile key={file.id} file={file} />
        : <FileView key={file.id} id={file.id} record={fileRecord(file)} onRemove={removal(file.id)} />)
      )}
    </div>
  )
}

/** Converts a file to the record format of fields. */
const fileRecord = ({ id, realName, fileType, size }: TimelineFile): ReferenceCandidate => ({ id, name: realName ?? id, enabled: true,
  fileType, size })

/** The name of a removed file, without link. */
function RemovedFile({ file: { realName, size } }: { file: TimelineFile }) {
  const rail = useRailText()
  return (
    <span className="oa-file is-removed row framed round-6 gap-8 narrow">
      <FileSign name={realName ?? ''} />
      <span className="oa-file-words stack fill">
        {realName === null ? <span>{rail.t('fileGone')}</span> : (
          <del title={realName}>
            <FileName name={realName} />
          </del>
        )}
        {size !== null && <span className="oa-file-size num third tiny">{formatBytes(size)}</span>}
      </span>
    </span>
  )
}

/** Removes a comment, or a file of an entry. */
export type Remove = (record: TimelineRecord, file?: string) => void

/** Removes the user's own comment or file after a confirmation; a refusal is shown. */
export function useRemoval(context: ActionContext): Remove {
  const dialogs = useDialogs()
  const { t } = useRailText()
  const { run: runOfComment } = useCommandWithDialog(t('notRemoved'))
  const { run: runOfFile } = useCommandWithDialog(t('fileNotRemoved'))
  return useCallback((record, file) => {
    const words = file === undefined
      ? { title: t('removeAsk'), content: t('removeNote') }
      : { title: t('removeFileAsk'), content: t('removeFileNote') }
    const remove = () => (file === undefined
      ? runOfComment(() => context.call('/workflow/wf/processInstance/comment/delete', { recordId: record.id }, 'keep'))
      : runOfFile(() => context.removeFile(record.id, file)))
    const open = async () => {
      const ask = await dialogs()
      ask.confirm({
        title: words.title,
        content: words.content,
        okText: t('remove'),
        cancelText: t('keep'),
        okButtonProps: { danger: true },
        autoFocusButton: 'cancel',
        onOk: remove,
      })
    }
    void open()
  }, [dialogs, context, t, runOfComment, runOfFile])
}

/** A command that shows refusals in an error dialog. */
function useCommandWithDialog(failed: string): Command {
  const dialogs = useDialogs()
  const { t } = useRailText()
  const showError = async (title: string) => {
    const ask = await dialogs()
    ask.error({ title, okText: t('keep') })
  }
  return useCommand({ unexplained: failed, refused: (error) => {
    void showError(isFailure(error) ? error.message : failed)
    return true
  } })
}

/** Maximum number of initials of copied people. */
const shown = 6

/** Number of people copied, and of those who have read it; expands to their names. */
function CopiedTo({ people }: { people: readonly TimelinePerson[] }) {
  const words = useReadWords(people)
  const { t } = useRailText()
  const [only] = people
  if (only && people.length === 1)
    return (
      <div className="oa-copied row wrap gap-2-8">
        <Person id={only.id} name={only.name} departed={!only.enable} />
        <span className="oa-step-sign">{t(only.read ? 'seenBy' : 'unseenBy')}</span>
      </div>
    )
  return <Several people={people} words={words} />
}

function useReadWords(people: readonly TimelinePerson[]): string {
  const { t } = useDetailText()
  const read = people.filter((person) => person.read).length
  if (read === 0) return t('noneRead')
  return read === people.length ? t('allRead') : t('read', { read, unread: people.length - read })
}

function Several({ people, words }: { people: readonly TimelinePerson[]; words: string }) {
  const { t } = useRailText()
  const [isOpen, setIsOpen] = useState(false)
  const list = useId()
  return (
    <>
      <div className="oa-copied row wrap gap-2-8">
        <span className="oa-copied-stack inline-row" aria-hidden>
          {people.slice(0, shown).map((person) => <Initial key={person.id} id={person.id} name={person.name} />)}
          {people.length > shown && <span className="num">+{people.length - shown}</span>}
        </span>
        <button type="button" className="plain accent least-24" aria-expanded={isOpen} aria-controls={list}
          onClick={() => setIsOpen(!isOpen)}
        >
          {words} {isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
        </button>
      </div>
      <ul id={list} className="oa-copied-list" hidden={!isOpen}>
        {isOpen && people.map(({ id, name, enable, read }) => (
          <li className="flex gap-8 between" key={id}>
            <Person id={id} name={name} departed={!enable} />
            <span className="oa-step-sign">{t(read ? 'seenBy' : 'unseenBy')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
