import { CheckOutlined } from '@ant-design/icons'
import { Fragment, type ReactNode } from 'react'
import type { NodePerson, TimelineRecord } from '#approval/wire/timeline.ts'
import { signOf } from '#shell/form/preview/NodeLine.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { useRailText, type RailTextKey } from './texts.ts'

interface NodePeopleProps {
  readonly people: readonly NodePerson[]
  /** Mode: 1 all, 2 any, 3 in order. */
  readonly code: number | null
}

/** The people of a node with their progress, joined by the sign of its mode, followed by those they added. */
export function NodePeople({ people, code }: NodePeopleProps) {
  const { t } = useRailText()
  const own = people.filter(({ countersigner }) => !countersigner)
  const added = people.filter(({ countersigner }) => countersigner)
  if (people.length < 2) return null
  return (
    <div className="oa-step-people oa-node-people flex wrap">
      {own.length > 1 && <span className="oa-step-sign">{t(modeKey(code))}</span>}
      {own.map((person, index) => <OneOf key={`${person.id} ${index}`} person={person} sign={index > 0 ? signOf(code ?? 1) : undefined} />)}
      {added.length > 0 && <span className="oa-step-sign">{t('countersign')}</span>}
      {added.map((person, index) => <OneOf key={`${person.id} ${index}`} person={person} sign={undefined} />)}
    </div>
  )
}

const modeKey = (code: number | null): RailTextKey => (code === 2 ? 'any' : code === 3 ? 'sequence' : 'all')

function OneOf({ person: { id, name, enable, state }, sign }: { person: NodePerson; sign: string | undefined }) {
  const { t } = useRailText()
  return (
    <span className="oa-node-person inline-row gap-4 fit narrow" data-state={state}>
      {sign !== undefined && <span className="oa-step-sign" aria-hidden>{sign}</span>}
      <Person id={id} name={name} departed={!enable} />
      <span className="oa-node-mark inline-row circle rigid centred" data-tip={t(`person.${state}`)} aria-hidden>
        {state === 'done' && <CheckOutlined />}
      </span>
      <span className="unseen">{t(`person.${state}`)}</span>
    </span>
  )
}

/** The people named by a transfer or countersign, with their order. */
export function Others({ record }: { record: TimelineRecord }) {
  const { orderType } = record
  const people = othersOf(record)
  if (people.length === 0) return null
  return (
    <div className="oa-step-people flex wrap">
      <Joined people={people} sign={orderType === null ? '→' : orderSigns[orderType]} />
      {orderType !== null && <OrderWords orderType={orderType} />}
    </div>
  )
}

/** The people of an entry, without the actor, who is already named in its heading. */
function othersOf({ cancelled, operateType, userList, operator }: TimelineRecord): TimelineRecord['userList'] {
  if (cancelled || userList.length < 2) return []
  const isHandedOver = operateType === 'transfer' && operator?.id !== userList[0]?.id
  return isHandedOver ? userList : userList.slice(1)
}

const orderSigns = { 1: '>', 2: '/' } as const

function OrderWords({ orderType }: { orderType: 1 | 2 }) {
  const { t } = useRailText()
  return <span className="oa-step-sign">{t(orderType === 1 ? 'inOrder' : 'either')}</span>
}

function Joined({ people, sign }: { people: TimelineRecord['userList']; sign: string }): ReactNode {
  return people.map(({ id, name, enable }, index) => (
    <Fragment key={id}>
      {index > 0 && <span className="oa-step-sign" aria-hidden>{sign}</span>}
      <Person id={id} name={name} departed={!enable} />
    </Fragment>
  ))
}
