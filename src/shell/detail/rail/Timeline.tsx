import { FlagOutlined, AuditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { TimelineProposal, TimelineRecord, TimelinePerson } from '#approval/wire/timeline.ts'
import { NodeLine, reasonText } from '#shell/form/preview/NodeLine.tsx'
import { interventionLabels } from '#approval/interventions.ts'
import { shortTime } from '#shell/documents/duration.ts'
import { Pill } from '#shell/parts/StatePill.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { useUsualText } from '../progress/usual.ts'
import { RecordLine, type Remove } from './RecordLine.tsx'
import { useRailText } from './texts.ts'
import { useRounds } from '../rounds/RoundsProvider.tsx'
import { useDetailText } from '../texts.ts'
import { spanText } from '../progress/progress.ts'
import { useProgressText } from '../progress/texts.ts'
import { NodePeople } from './NodePeople.tsx'
import '../../form/preview/path.css'
import './rail.css'

interface TimelineProps {
  readonly document: FiledDocument
  onRemove?: Remove
}

/** Type of the end node. */
const endType = -1

/** The history by round, the current holders, and the path ahead. */
export function Timeline({ document, onRemove }: TimelineProps) {
  const { t } = useRailText()
  const [isWhole, setIsWhole] = useState(false)
  const usual = useUsualText(document.businessType)
  const { processRecord, skippedNodes, proposals, nodeList, round, nodeId } = document
  const count = skippedNodes.length + nodeList.filter(({ state }) => state === 'skipped').length
  const records = isWhole ? merged(processRecord, skippedNodes) : processRecord
  const ahead = nodeList.filter(({ state }) => state !== 'running' && (isWhole || state !== 'skipped'))
  return (
    <>
      <ol className="oa-steps">
        {records.filter(isLine).map((record, index, lines) => (
          <Fragment key={record.id}>
            {proposedBefore(proposals, lines, index).map((proposal) => <ProposalLine key={proposal.id} proposal={proposal} />)}
            {round > 1 && record.round !== lines[index - 1]?.round && <RoundHead round={record.round} />}
            {record.operateType === 'running'
              ? <RunningLine record={record} isMine={nodeId === record.nodeId} usual={usual(record.nodeId ?? '')} />
              : <RecordLine record={record} onRemove={onRemove} />}
          </Fragment>
        ))}
        {proposedBefore(proposals, records.filter(isLine), records.filter(isLine).length).map((proposal) => (
          <ProposalLine key={proposal.id} proposal={proposal} />
        ))}
        {ahead.map((node) => (node.nodeType === endType
          ? <EndLine key={node.nodeId} />
          : <NodeLine key={node.nodeId} node={node} tone="coming" usual={usual(node.nodeId)} />)
        )}
      </ol>
      {count > 0 && (
        <Button type="link" size="small" className="oa-rail-skipped" aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {t(isWhole ? 'hideSkipped' : 'showSkipped', { count })}
        </Button>
      )}
    </>
  )
}

/** The proposals between the previous entry and this one, chronologically; entries of current holders come last. */
function proposedBefore(proposals: readonly TimelineProposal[], lines: readonly TimelineRecord[],
  index: number): readonly TimelineProposal[] {
  const timeOf = (line: TimelineRecord | undefined) => line === undefined || line.operateType === 'running' ? '9' : line.createTime
  const [from, to] = [index === 0 ? '' : timeOf(lines[index - 1]), timeOf(lines[index])]
  return proposals.filter(({ proposedAt }) => (from === '' || proposedAt >= from) && proposedAt < to)
}

/** Hides the entry for a comment's removal, which is shown on the comment itself. */
const isLine = ({ operateType }: TimelineRecord) => operateType !== 'deleted'

/** Merges entries by sequence number, the suffix of their ids; entries of current holders have none and stay last. */
function merged(records: readonly TimelineRecord[], more: readonly TimelineRecord[]): readonly TimelineRecord[] {
  const now = records.filter(({ operateType }) => operateType === 'running')
  const past = records.filter(({ operateType }) => operateType !== 'running')
  return [...[...past, ...more].toSorted((one, other) => placeOf(one) - placeOf(other)), ...now]
}

const placeOf = ({ id }: TimelineRecord) => Number(id.slice(id.lastIndexOf('-') + 1))

function EndLine() {
  const { t } = useRailText()
  return (
    <li className="oa-step is-coming relative">
      <span className="oa-step-dot row surface circle third centred absolute" data-tone="coming" aria-hidden>
        <FlagOutlined />
      </span>
      <div className="oa-step-head baseline flex gap-8 between">{t('end')}</div>
    </li>
  )
}

/** The heading of a round, with a link to its differences. */
function RoundHead({ round }: { round: number }) {
  const { t } = useRailText()
  const { rounds, open } = useRounds()
  const isKnown = rounds.some((each) => each.round === round && (each.round > 1 || each.edits.length > 0))
  return (
    <li className="oa-round row gap-10">
      <h3 className="second small medium line-18">{t('round', { n: round })}</h3>
      {isKnown && (
        <button type="button" className="plain oa-round-link accent small least-24" onClick={() => open(round)}>
          {t(round > 1 ? 'differences' : 'edits')}
        </button>
      )}
    </li>
  )
}

/** A proposed intervention that was not carried out: proposer, reason, and state. */
function ProposalLine({ proposal }: { readonly proposal: TimelineProposal }) {
  const { name, label } = useDetailText()
  const { t } = useRailText()
  const { action, state, proposer, proposedAt, expiresAt, reason, target, assignee, endedBy, answer, mayWithdraw } = proposal
  const act = label(interventionLabels[action])
  const to = assignee ? name(assignee.name) : target && label(target)
  const tone = toneOf(state)
  const ending = { name: name(personName(endedBy)), time: shortTime(expiresAt) }
  return (
    <li className="oa-step relative">
      <span className="oa-step-dot row surface circle third centred absolute" data-tone={tone} aria-hidden>
        <AuditOutlined />
      </span>
      <div className="oa-step-head baseline flex gap-8 between">
        <span className="oa-record-what flex wrap narrow">
          <strong>{name(proposer.name)}</strong>
          <span className="oa-record-words">{to ? t('proposedTo', { act, to }) : t('proposed', { act })}</span>
          <Pill tone={tone}>{t(`proposal.${state}`, ending)}</Pill>
        </span>
        <time className="num" dateTime={proposedAt.replace(' ', 'T')} title={proposedAt}>{shortTime(proposedAt)}</time>
      </div>
      <Said text={reason} />
      {mayWithdraw && <Link to="/interventions?list=mine">{t('openProposal')}</Link>}
      <Said text={answer && endedBy && `${ending.name}: ${answer}`} />
    </li>
  )
}

const toneOf = (state: TimelineProposal['state']) => state === 'waiting' ? 'orange' : 'grey'

const personName = (person: TimelineProposal['endedBy']): string => person?.name ?? ''

/** A reason or answer, quoted; hidden if empty. */
const Said = ({ text }: { readonly text: string | null | undefined }) => text ? <div className="oa-record-said">{text}</div> : null

/** Id of the start node. */
const start = 'start'

/** A waiting node: holders, reasons, waiting time, deadline. */
function RunningLine({ record, isMine, usual }: { record: TimelineRecord; isMine: boolean; usual?: string }) {
  const { t, label } = useDetailText()
  const { nodeId, nodeName, nodeNameEn, userList, nodePeople, approvalTypeCode } = record
  const isJoined = nodePeople.length > 1
  return (
    <li className="oa-step is-running relative" aria-current="step" data-node={nodeId} tabIndex={-1}>
      <span className="oa-step-dot row surface circle third centred absolute" data-tone="now" aria-hidden />
      <div className="oa-step-head baseline flex gap-8 between">
        <span className="oa-record-what flex wrap narrow">
          <span>{nodeId === start ? t('resubmit') : label({ cn: nodeName, en: nodeNameEn })}</span>
          <Pill tone="accent">{t(isMine ? 'waitsForYou' : 'waits')}</Pill>
        </span>
        {usual && <span className="oa-step-usual num muted regular">{usual}</span>}
      </div>
      {isJoined ?
        <NodePeople people={nodePeople} code={approvalTypeCode} /> :
        userList.map(({ id, name, enable }) => (
          <div key={id} className="oa-step-people flex wrap">
            <Person id={id} name={name} departed={!enable} />
          </div>
        ))}
      <Reasons people={userList} />
      {waitingTogether(userList).map((people) => <Waiting key={people[0]?.id} people={people} isNamed={people.length < userList.length} />)}
    </li>
  )
}

/** The distinct reasons, in the order of the people. */
function Reasons({ people }: { people: readonly TimelinePerson[] }) {
  const { any, locale } = useDetailText()
  const reasons = [...new Set(people.map(({ why = [] }) => reasonText(why, any)))].filter((text) => text !== '')
  return reasons.length > 0 ? <div className="oa-step-why">{reasons.join(locale === 'cn' ? '；' : '; ')}</div> : null
}

/** Groups people with the same waiting time and deadline. */
function waitingTogether(people: readonly TimelinePerson[]): readonly (readonly TimelinePerson[])[] {
  const keyOf = ({ stayHours, dueTime }: TimelinePerson) => `${stayHours} ${dueTime}`
  return [...new Set(people.map(keyOf))].map((key) => people.filter((person) => keyOf(person) === key))
}

function Waiting({ people, isNamed }: { people: readonly TimelinePerson[]; isNamed: boolean }) {
  const { t, name, locale } = useRailText()
  const span = useProgressText()
  const { stayHours = 0, dueTime, overdue } = people[0] ?? {}
  const time = stayHours < 1 ? span.t('underHour') : spanText(stayHours * 60, span.t)
  const names = people.map((person) => name(person.name)).join(locale === 'cn' ? '、' : ', ')
  return (
    <div className="oa-step-why oa-running-since row wrap">
      <span>{isNamed ? t('waitedBy', { name: names, time }) : t('waited', { time })}</span>
      {dueTime && <span className="num" title={dueTime}>{t('due', { time: shortTime(dueTime) })}</span>}
      {overdue && <Pill tone="orange">{t('overdue')}</Pill>}
    </div>
  )
}
