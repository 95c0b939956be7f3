import { AuditOutlined, CheckOutlined, ClockCircleOutlined, CloseOutlined, CommentOutlined, InboxOutlined, RollbackOutlined, SendOutlined,
  SwapOutlined, UserAddOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Icon } from '../layout/Icon.tsx'
import { Initial } from '../parts/Person.tsx'
import { useText } from '../text.tsx'
import { partsOf, type Message } from './messages.ts'
import './messages.css'

const signs: Readonly<Record<string, ReactNode>> = {
  arrived: <InboxOutlined />,
  completed: <CheckOutlined />,
  refused: <CloseOutlined />,
  voided: <CloseOutlined />,
  returned: <RollbackOutlined />,
  withdrawn: <RollbackOutlined />,
  withdrawnToChange: <RollbackOutlined />,
  countersigned: <UserAddOutlined />,
  transferred: <SwapOutlined />,
  handedOn: <SwapOutlined />,
  reassigned: <SwapOutlined />,
  urged: <ClockCircleOutlined />,
  overdue: <ClockCircleOutlined />,
  timedOut: <ClockCircleOutlined />,
  copied: <SendOutlined />,
  commented: <CommentOutlined />,
  mentioned: <CommentOutlined />,
}

/** The person who caused a message, with the icon of its kind. */
export function MessageSign({ message: { params, kind, icon } }: { message: Message }) {
  const sign = signs[kind] ?? (icon ? <Icon name={icon} /> : <AuditOutlined />)
  return params.actorId === undefined || params.actorName === undefined
    ? <span className="oa-message-sign is-system inline-flex rigid relative" aria-hidden>{sign}</span>
    : (
      <span className="oa-message-sign inline-flex rigid relative" aria-hidden>
        <Initial id={params.actorId} name={params.actorName} size={30} />
        <i>{sign}</i>
      </span>
    )
}

/** The sentence of a message with the person's name emphasised, and its document below. */
export function MessageSentence({ message }: { message: Message }) {
  const { locale } = useText()
  const { sentence, actor, subject, process } = partsOf(message, locale)
  return (
    <span className="oa-message-said narrow grid grow">
      <span className="cut">{actor === undefined || !sentence.includes(actor) ? sentence : emphasised(sentence, actor)}</span>
      {message.procInstId !== null && (
        <span className="cut oa-message-about">
          {subject || process} <span className="num">{message.businessNo}</span>
        </span>
      )}
    </span>
  )
}

function emphasised(sentence: string, name: string): ReactNode {
  const at = sentence.indexOf(name)
  return (
    <>
      {sentence.slice(0, at)}
      <b className="ink bold">{name}</b>
      {sentence.slice(at + name.length)}
    </>
  )
}
