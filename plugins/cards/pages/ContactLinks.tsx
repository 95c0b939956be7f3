import { EnvironmentOutlined, GlobalOutlined, MailOutlined, MessageOutlined, MobileOutlined, PhoneOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { StoredRecord } from '#shell/resource/record.ts'
import { textOf } from './card-words.ts'

interface ContactLink {
  readonly key: string
  readonly icon: ReactNode
  href?(value: string): string
}

const dial = (value: string): string => `tel:${value}`

const ways: readonly ContactLink[] = [
  { key: 'mobile', icon: <MobileOutlined aria-hidden />, href: dial },
  { key: 'tel', icon: <PhoneOutlined aria-hidden />, href: dial },
  { key: 'email', icon: <MailOutlined aria-hidden />, href: (value) => `mailto:${value}` },
  { key: 'wechat', icon: <MessageOutlined aria-hidden /> },
  { key: 'website', icon: <GlobalOutlined aria-hidden />, href: (value) => value },
  { key: 'address', icon: <EnvironmentOutlined aria-hidden /> },
]

/** The ways to reach somebody: numbers are dialled and addresses written to at a touch. */
export const ContactLinks = ({ record }: { record: StoredRecord }) => (
  <ul className="oa-card-lines">
    {ways.filter(({ key }) => textOf(record, key) !== '').map(({ key, icon, href }) => (
      <li key={key}>
        {icon}
        {href ? <a href={href(textOf(record, key))} rel="noreferrer">{textOf(record, key)}</a> : <span>{textOf(record, key)}</span>}
      </li>
    ))}
  </ul>
)
