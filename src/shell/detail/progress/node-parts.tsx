import { CheckOutlined, CloseOutlined, MinusOutlined, SendOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { ProgressNode } from '#approval/wire/progress.ts'
import { Person } from '#shell/parts/Person.tsx'
import { copyNode, signOf } from '#shell/form/preview/path.ts'
import { spanText } from './progress.ts'
import { useProgressText } from './text.ts'

const icons: Readonly<Record<ProgressNode['state'], ReactNode>> = {
  done: <CheckOutlined />,
  running: null,
  coming: null,
  skipped: <MinusOutlined />,
  stopped: <CloseOutlined />,
}

const [startType, endType] = [0, -1]

/** The icon of a node's state; none while it runs or is still to come. */
export const iconOf = (
  { state, nodeType }: ProgressNode,
): ReactNode => (nodeType === copyNode && state === 'done' ? <SendOutlined /> : icons[state])

/** The people of a node with their decisions, joined by the sign of how they decide together. */
export function People({ node: { userList, nodeType, approvalTypeCode } }: { node: ProgressNode }) {
  const { t } = useProgressText()
  if (userList.length === 0) return null
  const isJoined = nodeType !== copyNode && userList.length > 1
  return (
    <ul className="oa-map-people">
      {userList.map(({ id, name, enable, state }, index) => (
        <li key={id} data-state={state}>
          {isJoined && index > 0 && <span className="oa-step-sign" aria-hidden>{signOf(approvalTypeCode)}</span>}
          <Person id={id} name={name} departed={!enable} />
          {isJoined && <span className="unseen">{t(`person.${state}`)}</span>}
        </li>
      ))}
    </ul>
  )
}

/** The time at which a node ended or began, and how long it took; of the end, how long the whole flow took. */
export function Times({ node: { finishedTime, enteredTime, minutes, state, nodeType } }: { node: ProgressNode }) {
  const { t } = useProgressText()
  const time = finishedTime ?? enteredTime
  if (time === null || state === 'skipped') return null
  const key = nodeType === endType ? 'whole' : state === 'running' ? 'since' : 'took'
  return (
    <span className="oa-map-time">
      <time className="num" dateTime={time.replace(' ', 'T')} title={time}>{time.slice(5, 16)}</time>
      {minutes !== null && <span>{t(key, { time: spanText(minutes, t) })}</span>}
    </span>
  )
}

/** The state of a node in words: the first one was filed, a copy was sent. */
export function stateText({ state, nodeType }: ProgressNode, t: ReturnType<typeof useProgressText>['t']): string {
  if (state !== 'done') return t(state)
  if (nodeType === startType) return t('filed')
  return t(nodeType === copyNode ? 'copied' : 'done')
}
