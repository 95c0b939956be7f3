import type { TimelinePerson, TimelineRecord } from '#approval/wire/timeline.ts'
import { shortTime } from '#shell/documents/duration.ts'
import { reasonText } from '#shell/form/preview/NodeLine.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { spanText } from '../progress/progress.ts'
import { useProgressText } from '../progress/text.ts'
import { useDetailText } from '../text.ts'
import { NodePeople } from './NodePeople.tsx'
import { useRailText } from './text.ts'

/** Where a document waits that was returned to its initiator. */
const start = 'start'

/** A node that waits: for whom and why, since when, and until when. */
export function RunningLine({ record, isMine, usual }: { record: TimelineRecord; isMine: boolean; usual?: string }) {
  const { t, label } = useDetailText()
  const { nodeId, nodeName, nodeNameEn, userList, nodePeople, approvalTypeCode } = record
  const isJoined = nodePeople.length > 1
  return (
    <li className="oa-step is-running" aria-current="step" data-node={nodeId} tabIndex={-1}>
      <span className="oa-step-dot" data-tone="now" aria-hidden />
      <div className="oa-step-head">
        <span className="oa-record-what">
          <span>{nodeId === start ? t('resubmit') : label({ cn: nodeName, en: nodeNameEn })}</span>
          <Pill tone="accent">{t(isMine ? 'waitsForYou' : 'waits')}</Pill>
        </span>
        {usual && <span className="oa-step-usual num">{usual}</span>}
      </div>
      {isJoined ?
        <NodePeople people={nodePeople} code={approvalTypeCode} /> :
        userList.map(({ id, name, enable }) => (
          <div key={id} className="oa-step-people">
            <Person id={id} name={name} departed={!enable} />
          </div>
        ))}
      <Reasons people={userList} />
      {waitingTogether(userList).map((people) => <Waiting key={people[0]?.id} people={people} isNamed={people.length < userList.length} />)}
    </li>
  )
}

/** Each reason once, in the order of the people. */
function Reasons({ people }: { people: readonly TimelinePerson[] }) {
  const { any, locale } = useDetailText()
  const reasons = [...new Set(people.map(({ why = [] }) => reasonText(why, any)))].filter((text) => text !== '')
  return reasons.length > 0 ? <div className="oa-step-why">{reasons.join(locale === 'cn' ? '；' : '; ')}</div> : null
}

/** People for whom the same is to be said of their waiting. */
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
    <div className="oa-step-why oa-running-since">
      <span>{isNamed ? t('waitedBy', { name: names, time }) : t('waited', { time })}</span>
      {dueTime && <span className="num" title={dueTime}>{t('due', { time: shortTime(dueTime) })}</span>}
      {overdue && <Pill tone="orange">{t('overdue')}</Pill>}
    </div>
  )
}
