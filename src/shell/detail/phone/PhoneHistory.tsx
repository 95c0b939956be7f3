import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Tabs } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { Initial } from '#shell/parts/Person.tsx'
import type { ActionContext } from '../actions/action-context.ts'
import { ProgressLink, useRailTabs } from '../rail/Rail.tsx'
import { useRailText } from '../rail/text.ts'
import { wordsOf } from '../rail/wording.ts'
import { useDetailText } from '../text.ts'

interface PhoneHistoryProps {
  readonly document: FiledDocument
  readonly context: ActionContext
  readonly foot: ReactNode
  readonly isOpen: boolean
  onToggle(): void
}

/** Number of initials in front of the line. */
const shownPeople = 3

/** The last decision and the current holders in one line; expands to history, comments and links. */
export function PhoneHistory({ document, context, foot, isOpen, onToggle }: PhoneHistoryProps) {
  const tabs = useRailTabs(document, context).map((item) => ({ ...item, children: <>{item.children}{item.key !== 'links' && foot}</> }))
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isOpen) place.current?.scrollIntoView({ block: 'start' })
  }, [isOpen])
  return (
    <section className="oa-phone-history" ref={place}>
      <button type="button" className="plain" aria-expanded={isOpen} onClick={onToggle}>
        <People document={document} />
        <span className="cut">{useLatest(document)}</span>
        {isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
      </button>
      {isOpen && (
        <div className="oa-tabs-frame">
          <Tabs className="oa-detail-tabs" items={tabs} destroyOnHidden />
          <ProgressLink document={document} context={context} />
        </div>
      )}
    </section>
  )
}

function People({ document: { processRecord } }: Pick<PhoneHistoryProps, 'document'>) {
  const people = new Map(
    processRecord.flatMap(({ operator, userList }) => [...(operator ? [operator] : userList)]).map((person) => [person.id, person]),
  )
  return (
    <span className="oa-phone-people" aria-hidden>
      {[...people.values()].slice(-shownPeople).map(({ id, name }) => <Initial key={id} id={id} name={name} size={24} />)}
    </span>
  )
}

/** The line's text: "Mingde Chen approved · Waiting for you". */
function useLatest({ processRecord, taskId, currentTask }: FiledDocument): string {
  const { t, name, label } = useDetailText()
  const rail = useRailText()
  const last = processRecord.findLast(({ operateType }) => operateType !== 'running' && operateType !== 'cc')
  const said = last?.operator &&
    `${name(last.operator.name)} ${wordsOf({ ...last, nodeName: '', nodeNameEn: '' }, { detail: t, rail: rail.t, label })}`
  return [said, taskId === null ? currentTask?.name : t('waitsForYou')].filter(Boolean).join(' · ')
}
