import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { Person } from '#shell/parts/Person.tsx'
import type { BookPerson } from '#plugins/system/book-wire.ts'
import { useBookText } from './text.ts'

/** People with how to reach them; those who left are grey. */
export function PeopleTable({ people }: { people: readonly BookPerson[] }) {
  const { t, name } = useBookText()
  const [announcement, setAnnouncement] = useState('')
  const copy = async (person: BookPerson) => {
    await navigator.clipboard.writeText(
      [name(person.name), name(person.department), name(person.position), person.phone, person.email].filter(Boolean).join('\n'),
    )
    setAnnouncement(t('copied', { name: person.name }))
  }
  return (
    <>
      <table className="oa-members oa-book" aria-label={t('title')}>
        <thead>
          <tr>
            {(['name', 'jobNumber', 'department', 'position', 'phone', 'email'] as const).map((key) => (
              <th key={key} scope="col" className={places[key]}>{t(key)}</th>
            ))}
            <th scope="col">
              <span className="unseen">{t('copy')}</span>
            </th>
          </tr>
        </thead>
        <tbody>{people.map((person) => <Row key={person.id} person={person} onCopy={() => void copy(person)} />)}</tbody>
      </table>
      <p className="unseen" role="status">{announcement}</p>
    </>
  )
}

function Row({ person, onCopy }: { person: BookPerson; onCopy(): void }) {
  const { t, name } = useBookText()
  const words = `${t('copy')} ${name(person.name)}`
  return (
    <tr className={person.enable ? undefined : 'is-gone'}>
      <th scope="row">
        <Person id={person.id} name={person.name} departed={!person.enable} />
        <Gone person={person} />
      </th>
      <td className="num is-spare">{person.jobNumber ?? '—'}</td>
      <Words>{name(person.department)}</Words>
      <Words place={places.position}>{name(person.position)}</Words>
      <td className="num">
        <Reach scheme="tel" address={person.phone} />
      </td>
      <td className="num">
        <Reach scheme="mailto" address={person.email} />
      </td>
      <td>
        <Button type="text" size="small" icon={<CopyOutlined aria-hidden />} aria-label={words} data-tip={t('copy')} onClick={onCopy} />
      </td>
    </tr>
  )
}

/** A text that may be cut where there is little room; numbers and addresses are not. */
const Words = ({ children, place = '' }: { children: string; place?: string }) =>
  <td className={`oa-book-words ${place}`} title={children || undefined}>{children || '—'}</td>

/** Columns that leave where there is little room. */
const places: Readonly<Record<string, string>> = { jobNumber: 'is-spare', position: 'is-second' }

function Gone({ person: { enable, departed } }: { person: BookPerson }) {
  const { t } = useBookText()
  return enable ? null : <span className="oa-pill" data-tone="grey">{t(departed ? 'left' : 'off')}</span>
}

const Reach = (
  { scheme, address }: { scheme: 'tel' | 'mailto'; address: string | null },
) => (address ? <a href={`${scheme}:${address}`}>{address}</a> : '—')
