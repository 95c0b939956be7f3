import { shortTime } from '../../documents/duration.ts'
import { reasonText } from '../../form/preview/NodeLine.tsx'
import { Person } from '../../parts/Person.tsx'
import { Pill } from '../../parts/StatePill.tsx'
import { spanText } from '../progress/progress.ts'
import { useProgressText } from '../progress/text.ts'
import { useDetailText } from '../text.ts'
import { NodePeople } from './NodePeople.tsx'
import type { RecordPerson, TimelineRecord } from './record.ts'
import { useRailText } from './text.ts'

/** A node that waits: for whom and why, since when, and until when. */
export function RunningLine({ record, isMine }: { record: TimelineRecord; isMine: boolean }) {
  const { t, label } = useDetailText()
  const { nodeName, nodeNameEn, userList, nodePeople, approvalTypeCode } = record
  const isJoined = nodePeople.length > 1
  return (
    <li className="oa-step is-running" aria-current="step">
      <span className="oa-step-dot" data-tone="now" aria-hidden />
      <div className="oa-step-head">
        <span className="oa-record-what"><span>{label({ cn: nodeName, en: nodeNameEn })}</span><Pill tone="accent">{t(isMine ? 'waitsForYou' : 'waits')}</Pill></span>
      </div>
      {isJoined && <NodePeople people={nodePeople} code={approvalTypeCode} />}
      {userList.map((person) => <Holder key={person.id} person={person} isNamed={!isJoined || userList.length > 1} />)}
    </li>
  )
}

function Holder({ person, isNamed }: { person: RecordPerson; isNamed: boolean }) {
  const { any } = useDetailText()
  const rail = useRailText()
  const span = useProgressText()
  const { id, name, enable, why = [], stayHours = 0, dueTime, overdue } = person
  const reason = reasonText(why, any)
  return (
    <div className="oa-holder">
      {isNamed && <Person id={id} name={name} departed={!enable} />}
      {reason !== '' && <div className="oa-step-why">{reason}</div>}
      <div className="oa-step-why oa-holder-time">
        <span>{rail.t('waited', { time: stayHours < 1 ? span.t('underHour') : spanText(stayHours * 60, span.t) })}</span>
        {dueTime && <span className="num" title={dueTime}>{rail.t('due', { time: shortTime(dueTime) })}</span>}
        {overdue && <Pill tone="orange">{rail.t('overdue')}</Pill>}
      </div>
    </div>
  )
}
