import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { useId, useState } from 'react'
import type { TimelinePerson } from '#approval/wire/timeline.ts'
import { Initial, Person } from '#shell/parts/Person.tsx'
import { useDetailText } from '../text.ts'
import { useRailText } from './text.ts'

/** Initials that stand for those whom it was copied to. */
const shown = 6

/** The number of people to whom it was copied, and of those who have read it; opens to their names. */
export function CopiedTo({ people }: { people: readonly TimelinePerson[] }) {
  const words = useReadWords(people)
  const { t } = useRailText()
  const [only] = people
  if (only && people.length === 1)
    return (
      <div className="oa-copied">
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
      <div className="oa-copied">
        <span className="oa-copied-stack" aria-hidden>
          {people.slice(0, shown).map((person) => <Initial key={person.id} id={person.id} name={person.name} />)}
          {people.length > shown && <span className="num">+{people.length - shown}</span>}
        </span>
        <button type="button" className="plain oa-copied-more" aria-expanded={isOpen} aria-controls={list}
          onClick={() => setIsOpen(!isOpen)}
        >
          {words} {isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
        </button>
      </div>
      <ul id={list} className="oa-copied-list" hidden={!isOpen}>
        {isOpen && people.map(({ id, name, enable, read }) => (
          <li key={id}>
            <Person id={id} name={name} departed={!enable} />
            <span className="oa-step-sign">{t(read ? 'seenBy' : 'unseenBy')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
